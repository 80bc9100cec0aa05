import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import { blockText } from '../../../domain/blockText.ts';
import type { FilledRow } from '../../../domain/rowFields.ts';
import { isInsert } from '../../machines/editQueue/rowsHere.ts';
import { refusedOf, waitingOf } from '../../machines/editQueue/selectors.ts';
import { actTable, importTable, listTable, summaryTable } from '../../machines/editQueue/tables.ts';
import { type Edit, type Problem, refusedWith } from '../../machines/editQueue/types.ts';
import { sentenceFor } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useCopying } from '../copying.ts';
import { amountName, listTitle } from '../figures.tsx';
import { spokenEntry } from '../grid/entered.tsx';
import { routeAt, useIdParam, usePathname } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import styles from './Unsent.module.css';

const COLUMNS: Readonly<Record<string, () => string>> & Readonly<Record<keyof FilledRow, () => string>> = {
  code: m.column_code,
  name: m.column_name,
  unit: m.column_unit,
  quantity: m.column_quantity,
  percent: m.act_column_percent,
  unit_labour: () => m.estimate_unit_price_of({ name: amountName('labour') }),
  unit_materials: () => m.estimate_unit_price_of({ name: amountName('materials') }),
  unit_tools: () => m.estimate_unit_price_of({ name: amountName('tools') }),
  percent_total: () => m.estimate_percent_of({ name: amountName('total') }),
  percent_labour: () => m.estimate_percent_of({ name: amountName('labour') }),
  percent_materials: () => m.estimate_percent_of({ name: amountName('materials') }),
  percent_tools: () => m.estimate_percent_of({ name: amountName('tools') }),
};

/** The name of the table that the screen at this address opens, as edits name it; null where it has none. */
function useTable(): string | null {
  const route = routeAt(usePathname());
  const [act, version, list, project] = [useIdParam('act'), useIdParam('version'), useIdParam('list'), useIdParam('id')];
  if (route === 'act-list') return actTable(act ?? 0, list ?? 0);
  if (route === 'version-list') return listTable(list ?? 0);
  if (route === 'version') return summaryTable(version ?? 0);
  return route === 'import' ? importTable(project ?? 0) : null;
}

const isGone = ({ problem }: Edit) => problem?.status === 404;

/** The refused edits that are not seen in a table: those of other tables, and those whose row or column is not shown. */
function useUnseen(refused: readonly Edit[]): readonly Edit[] {
  const { shownEdits } = useScreens();
  const table = useTable();
  const isUnseen = (edit: Edit) => edit.kind !== 'cell' || isGone(edit) || edit.table !== table || shownEdits.isHidden(edit);
  // A text, because the hook compares what it is given by identity.
  const keys = useSyncExternalStore(shownEdits.subscribe, () => JSON.stringify(refused.filter(isUnseen).map(({ key }) => key)));
  const unseen: readonly string[] = JSON.parse(keys);
  return refused.filter(({ key }) => unseen.includes(key));
}

const ROW_CHANGES = {
  insert: m.unsent_insert,
  duplicate: m.unsent_duplicate,
  move: m.unsent_move,
  step: m.unsent_move,
  delete: m.unsent_delete,
} as const;
const BLOCKS = { paste: m.unsent_paste, fill: m.unsent_fill, clear: m.unsent_clear } as const;

/** A description of an edit: the cell by its row and column, or the kind of edit and its list. */
function nameOf(edit: Edit): string {
  if (edit.kind === 'cell') {
    const row = edit.name === '' ? m.unsent_no_name() : edit.name;
    return m.unsent_cell({ row, column: COLUMNS[edit.field]?.() ?? edit.field });
  }
  const what = edit.kind === 'block' ? BLOCKS[edit.as]() : ROW_CHANGES[edit.change.kind]();
  return m.unsent_cell({ row: listTitle(edit.name), column: what });
}
/** The typed text that would be lost with the edit; null where nothing was typed. */
function textOf(edit: Edit): string | null {
  if (edit.kind === 'cell') return edit.text;
  if (isInsert(edit)) return Object.values(edit.change.row.fields).join('\t') || null;
  return edit.kind === 'block' && edit.as === 'paste' ? blockText(edit.cells) : null;
}

function RefusedEdit({ edit, problem }: { readonly edit: Edit; readonly problem: Problem }) {
  const { queue } = useScreens();
  const { outcome, copy } = useCopying();
  const [name, text] = [nameOf(edit), textOf(edit)];
  return (
    <li className={styles.edit}>
      <p className={styles.place}>{name}</p>
      {edit.kind === 'cell' && (
        <p className={styles.typed}>
          <span className="muted">{m.unsent_typed()}</span> <b>{edit.reads === 'number' ? spokenEntry(edit.text) : edit.text}</b>
        </p>
      )}
      <p className="wrong">{sentenceText(sentenceFor(refusedWith(problem)))}</p>
      {outcome === 'refused' && (
        <p className="wrong" role="alert">
          {m.copy_by_hand()}
        </p>
      )}
      {outcome === 'refused' && edit.kind !== 'cell' && (
        <textarea
          className={styles.text}
          rows={6}
          readOnly
          aria-label={name}
          value={text ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <span className={styles.actions}>
        {text !== null && (
          <Button size="extra-small" icon="copy" onClick={() => copy(text)}>
            {outcome === 'copied' ? m.unsent_copied() : m.unsent_copy()}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        <Button size="extra-small" onClick={() => queue.send({ type: 'edit.retried', key: edit.key })}>
          {m.action_try_again()}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button size="extra-small" kind="ghost" onClick={() => queue.send({ type: 'edits.givenUp', keys: [edit.key] })}>
          {m.unsent_drop()}
          <span className="sr-only"> {name}</span>
        </Button>
      </span>
    </li>
  );
}

/** Changes that are not saved: pending and waiting edits, and refused ones that no open table shows. */
export function Unsent() {
  const { queue } = useScreens();
  const snapshot = useSelector(queue, (current) => current);
  const refused = useUnseen(refusedOf(snapshot));
  const [isOpen, setIsOpen] = useState(false);
  const waiting = waitingOf(snapshot).length;
  // The list closes when it is empty; a later refusal must not open it again.
  if (isOpen && refused.length === 0) setIsOpen(false);
  const close = () => setIsOpen(false);
  return (
    <>
      {waiting > 0 && (
        <Banner tone="waits" icon="clock">
          {m.unsent_waiting({ count: waiting })}{' '}
          <Button kind="func" size="extra-small" onClick={() => queue.send({ type: 'retry.requested' })}>
            {m.shell_try_now()}
          </Button>
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner>
          {m.unsent_refused({ count: refused.length })}{' '}
          <Button kind="func" size="extra-small" onClick={() => setIsOpen(true)}>
            {m.unsent_show()}
          </Button>
        </Banner>
      )}
      <Dialog
        open={isOpen}
        title={m.unsent_title()}
        lead={m.unsent_lead()}
        middle
        onClose={close}
        actions={
          <>
            <Button onClick={() => queue.send({ type: 'edits.givenUp', keys: refused.map(({ key }) => key) })}>
              {m.unsent_drop_all()}
            </Button>
            <Button kind="primary" onClick={close}>
              {m.action_close()}
            </Button>
          </>
        }
      >
        <ul className={styles.edits}>
          {refused.map((edit) => edit.problem && <RefusedEdit key={edit.key} edit={edit} problem={edit.problem} />)}
        </ul>
      </Dialog>
    </>
  );
}
