import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { CarryRow } from '../../../domain/api/contractShapes.ts';
import type { HandPair } from '../../machines/carrying/carrying.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { SearchField } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { listTitle, quoted, shownMoney, shownQuantity } from '../figures.tsx';
import styles from './carrying.module.css';
import { rowName } from './words.ts';

interface PickerProps {
  readonly picked: CarryRow;
  readonly candidates: readonly CarryRow[];
  readonly isSeeking: boolean;
  readonly sought: string;
  readonly problem: string | null;
  readonly onSought: (sought: string) => void;
  readonly onPair: (pair: HandPair) => void;
  readonly onLeave: () => void;
  /** Whether it is shown in a dialog over the rows, which has its own Close button. */
  readonly isOver: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Candidates for a settled row, the likeliest first: chosen by keys, by a press, or by dropping the settled row onto one. */
export function Picker({ picked, candidates, isSeeking, sought, problem, onSought, onPair, onLeave, isOver }: PickerProps) {
  const list = useId();
  const [at, setAt] = useState(0);
  const [over, setOver] = useState<number | null>(null);
  const options = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const active = Math.min(at, candidates.length - 1);
  const pair = (row: CarryRow | undefined) => {
    if (row?.into == null || picked.from === null) return;
    onPair({ from: picked.from.row_id, into: row.into.row_id, fromName: rowName(picked.from), intoName: rowName(row.into) });
  };
  // Takes the focus, because the person picked a row in order to search.
  useEffect(() => {
    if (picked !== null) field.current?.focus({ preventScroll: true });
  }, [picked]);
  useEffect(() => {
    options.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt(Math.min(Math.max(active + step, 0), Math.max(candidates.length - 1, 0)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!isSeeking) pair(candidates[active]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
  };
  return (
    <div className={styles.picker}>
      <p className={styles.pickerHead}>{m.carry_pair_with({ name: quoted(rowName(picked.from)) })}</p>
      <SearchField
        ref={field}
        key={picked.from?.row_id}
        label={m.carry_seek()}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={candidates.length > 0 ? `${list} ${active}` : undefined}
        defaultValue={sought}
        onChange={(event) => {
          setAt(0);
          onSought(event.target.value.trim());
        }}
        onKeyDown={press}
      />
      <div id={list} ref={options} role="listbox" aria-label={m.carry_candidates()} aria-busy={isSeeking} className={styles.candidates}>
        {candidates.map((row, index) => (
          // The field keeps the focus and its keys choose here.
          <div
            key={row.into?.row_id}
            id={`${list} ${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classNames(index === active && styles.active, index === over && styles.over)}
            onClick={() => pair(row)}
            onKeyDown={press}
            onDragOver={(event) => {
              event.preventDefault();
              event.dataTransfer.dropEffect = 'link';
              setOver(index);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => {
              event.preventDefault();
              pair(row);
            }}
          >
            <span className={styles.candidate}>
              {row.into?.code && <span className="faint">{row.into.code} </span>}
              {row.into?.name}
              <small>{listTitle(row.into?.list_title ?? '')}</small>
            </span>
            <span className="num">
              {shownQuantity(row.into?.quantity ?? '0')} <span className="sign">{row.into?.unit}</span>
              <small>{shownMoney(row.total)}</small>
            </span>
          </div>
        ))}
      </div>
      {isSeeking ? (
        <Spinner size="small" delayed label={m.carry_seeking()} />
      ) : (
        candidates.length === 0 && <p className="muted">{sought === '' ? m.carry_nothing_new() : m.carry_none_sought()}</p>
      )}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <p className={styles.hint}>{m.carry_pair_keys()}</p>
      {!isOver && (
        <Button size="small" onClick={onLeave}>
          {m.carry_leave_settled()}
        </Button>
      )}
    </div>
  );
}
