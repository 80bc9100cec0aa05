import { useActorRef, useSelector } from '@xstate/react';
import { useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { SCALE } from '../../../domain/decimal.ts';
import { isFormula } from '../../../domain/entered.ts';
import { formulaValue } from '../../../domain/formula.ts';
import { type EntrySelection, isPartOfNumber, pastedInto, problemIn, typedInto } from '../../../domain/numberEntry.ts';
import { quantityProblem, unitPriceProblem } from '../../../domain/numberRules.ts';
import { numberEntryMachine, textEntered } from '../../machines/numberEntry/numberEntry.ts';
import { spokenMark } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { useEditorFocus } from '../../ui/grid/CellEditor.tsx';
import styles from '../../ui/grid/Grid.module.css';
import type { NumberEditorProps } from '../../ui/grid/types.ts';
import { shownNumber } from '../figures.tsx';
import { OWN_CELLS } from './ownCells.ts';

/** The text on either side of the selection in an editor. */
const selectionIn = (input: HTMLInputElement): EntrySelection => ({
  before: input.value.slice(0, input.selectionStart ?? 0),
  behind: input.value.slice(input.selectionEnd ?? 0),
});

/** The result of a formula while it is typed: "= 42", or why there is none. */
function resultOf(typed: string, kind: 'quantity' | 'unitPrice'): { readonly text: string; readonly isWrong: boolean } {
  const problem = kind === 'quantity' ? quantityProblem(typed) : unitPriceProblem(typed);
  const outcome = formulaValue(typed, SCALE.quantity);
  if (problem !== null || 'problem' in outcome) return { text: sentenceText(problem) ?? '', isWrong: true };
  return { text: `= ${shownNumber(outcome.value)}`, isWrong: false };
}

const OPERATORS = ['+', '−', '×', '÷', '(', ')', '%'] as const;

/** Buttons for signs that a numeric keyboard does not have. */
function SignKeys({ isFormulaOpen, onPress }: { readonly isFormulaOpen: boolean; readonly onPress: (sign: string) => void }) {
  const key = (sign: string, name: string) => (
    <button
      key={sign}
      type="button"
      tabIndex={-1}
      aria-label={name}
      // The editor keeps the focus, because the button only fills it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(sign)}
    >
      {sign}
    </button>
  );
  return <span className={styles.signKeys}>{isFormulaOpen ? OPERATORS.map((sign) => key(sign, sign)) : key('=', m.formula_begin())}</span>;
}

/**
 * The open editor of a number. It accepts digits, a minus and a decimal mark, and a formula after "=" where its column does. Why a key was not
 * accepted, and the result of a formula, are shown below the cell.
 */
export function NumberEditor({ label, open, formula, onLeave }: NumberEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const entry = useActorRef(numberEntryMachine, { input: { text: open.text } });
  const context = useSelector(entry, (snapshot) => snapshot.context);
  const takesFormulas = formula !== undefined;
  const textOf = (input: HTMLInputElement) => {
    const now = entry.getSnapshot().context;
    return now.text === input.value ? textEntered(now) : input.value;
  };
  useEditorFocus(field, { open, onLeave, textOf });

  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    const rules = { mark: spokenMark(), takesFormulas };
    const changed = () => {
      entry.send({ type: 'text.changed', text: input.value });
      // A composing keyboard inserts letters without a key event that could be refused.
      const problem = problemIn(input.value, rules);
      if (problem !== null) entry.send({ type: 'key.refused', key: '', through: null, problem });
    };
    const put = (text: string) => {
      input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
      changed();
    };
    const type = (key: string, event: Event | null) => {
      const selection = selectionIn(input);
      const inserted = typedInto(selection, key, rules);
      if (('put' in inserted && inserted.put === key && event !== null) || event?.cancelable === false) return;
      event?.preventDefault();
      if ('put' in inserted) return put(inserted.put);
      const through = isPartOfNumber(selection, key) ? selection.before + key + selection.behind : null;
      entry.send({ type: 'key.refused', key, through, problem: inserted.problem });
    };
    const paste = (event: Event, given: DataTransfer | null) => {
      event.preventDefault();
      const own = given?.getData(OWN_CELLS) ?? '';
      const text = own === '' ? (given?.getData('text/plain') ?? '') : own;
      const inserted = pastedInto(selectionIn(input), text, rules, own !== '');
      if ('put' in inserted) put(inserted.put);
      else entry.send({ type: 'paste.refused', problem: inserted.problem });
    };
    const leave = new AbortController();
    input.addEventListener(
      'beforeinput',
      (event) => {
        if (event.data !== null) type(event.data, event);
        else if (event.dataTransfer) paste(event, event.dataTransfer);
      },
      leave,
    );
    input.addEventListener('input', changed, leave);
    input.addEventListener('paste', (event) => paste(event, event.clipboardData), leave);
    input.addEventListener('sign', (event) => type((event as CustomEvent<string>).detail, null), leave);
    return () => leave.abort();
  }, [entry, takesFormulas]);

  const { text, remark } = context;
  const result = formula !== undefined && isFormula(text) ? resultOf(text, formula) : null;
  const said = sentenceText(remark);
  const press = (sign: string) => {
    if (sign === '=') field.current?.setSelectionRange(0, 0);
    field.current?.dispatchEvent(new CustomEvent('sign', { detail: sign }));
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  };
  const entered = textEntered(context);
  return (
    <>
      <input
        ref={field}
        className={styles.numberEditor}
        aria-label={label}
        aria-describedby={id}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        defaultValue={open.text}
        data-entered={entered === text ? undefined : entered}
        onBlur={(event) => onLeave(textOf(event.target))}
      />
      {open.noteSlot &&
        createPortal(
          <>
            <span id={id} role="status" className={said === null ? undefined : styles.remark}>
              {said}
            </span>
            {said === null && result !== null && (
              <output className={result.isWrong ? styles.unfinished : styles.result}>{result.text}</output>
            )}
            {takesFormulas && <SignKeys isFormulaOpen={isFormula(text)} onPress={press} />}
          </>,
          open.noteSlot,
        )}
    </>
  );
}
