import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isRangeRefusal } from '../../../domain/act.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { isAllowedNow } from '../../machines/actCell/range.ts';
import type { editQueueMachine } from '../../machines/editQueue/editQueue.ts';
import { type CellEdit, type CellUnsent, refusedWith } from '../../machines/editQueue/types.ts';
import type { gridMachine } from '../../machines/grid/grid.ts';
import type { CellRef } from '../../machines/grid/setup.ts';
import { type CellSnapshot, ownMode } from '../../machines/numberCell/selectors.ts';
import { type CellEvent, type Subject, sentenceFor } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import type { CellState, GridColumn, RowSource } from '../../ui/grid/types.ts';
import { preloadedPart } from '../../ui/part.tsx';
import { spokenEntry } from './entered.tsx';

const Refusal = preloadedPart(() => import('./Refusal.tsx').then((module) => module.Refusal));

/** A cell whose row is not loaded, from its edit. */
const subjectIn = ({ within, text: _, kind: __, problem: ___, ...edit }: CellEdit, key: string): Subject => ({
  ...edit,
  key,
  ...(within === null ? {} : { within }),
});

/** A further action offered with a refused text, besides dropping it. */
export type OfferFor = (subject: Subject, text: string, sentence: Sentence | null) => ReactNode;

/** The look of a cell with an edit in the queue. */
function unsentState(
  subject: Subject,
  { edit, mode }: CellUnsent,
  grid: ActorRefFrom<typeof gridMachine>,
  queue: ActorRefFrom<typeof editQueueMachine>,
  shown: (subject: Subject) => string,
  offerFor: OfferFor | undefined,
): CellState {
  const { key } = edit;
  const text = edit.reads === 'number' ? spokenEntry(edit.text) : edit.text;
  if (mode === 'saved') return { mode, text: edit.value };
  if (mode === 'waiting') return { mode, text, hint: m.cell_waits() };
  if (mode === 'saving' || edit.problem === null) return { mode: 'saving', text };
  const sentence = sentenceFor(refusedWith(edit.problem));
  const note = (
    <Refusal
      mounted
      {...{ subject, text: edit.text, shown, sentence }}
      offer={offerFor?.(subject, edit.text, sentence)}
      edit={edit}
      onDrop={() => queue.send({ type: 'edits.givenUp', keys: [key] })}
      onKeepMine={() => grid.send({ type: 'mine.kept', subject })}
      onTakeTheirs={() => queue.send({ type: 'theirs.taken', key })}
    />
  );
  return { mode, text, note };
}

interface TableCells<Row> {
  readonly grid: ActorRefFrom<typeof gridMachine>;
  readonly queue: ActorRefFrom<typeof editQueueMachine>;
  /** The cells that have an actor, and their snapshots. */
  readonly cells: Readonly<Record<string, CellRef>>;
  readonly snapshots: readonly CellSnapshot[];
  /** The cells with an edit in the queue, by their keys. */
  readonly unsent: ReadonlyMap<string, CellUnsent>;
  readonly rows: RowSource<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly indexOf: (record: Pick<Subject, 'id'>) => number | undefined;
  readonly subjectOf: (row: Row, column: GridColumn<Row>) => Subject | null;
  readonly shown: (subject: Subject) => string;
  readonly offerFor?: OfferFor | undefined;
}

type Placed<Row> = Pick<TableCells<Row>, 'rows' | 'columns' | 'indexOf' | 'subjectOf'>;

/** The current state of a cell in the table; null where its row is not loaded. */
function onScreen<Row>(of: Pick<Subject, 'id' | 'field'>, { rows, columns, indexOf, subjectOf }: Placed<Row>): Subject | null {
  const index = indexOf(of);
  const [row, column] = [index === undefined ? undefined : rows.at(index), columns.find(({ id }) => id === of.field)];
  return (row && column && subjectOf(row, column)) ?? null;
}

/** Tells a cell to commit once more what it refused. */
const retried = <Row,>(subject: Subject, table: Placed<Row>): CellEvent => ({
  type: 'text.retried',
  known: onScreen(subject, table)?.revision,
});

/** The state of every cell that shows more than a saved value, by row and column. */
export function cellStates<Row>(table: TableCells<Row>): ReadonlyMap<number, Readonly<Record<string, CellState>>> {
  const { grid, queue, cells, snapshots, unsent, indexOf, shown, offerFor } = table;
  const byRow = new Map<number, Record<string, CellState>>();
  const put = (subject: Subject, state: CellState) => {
    const index = indexOf(subject);
    if (index !== undefined) byRow.set(index, { ...byRow.get(index), [subject.field]: state });
  };
  const take = (subject: Subject) => {
    const index = indexOf(subject);
    const { [subject.field]: _, ...others } = byRow.get(index ?? -1) ?? {};
    if (index !== undefined) byRow.set(index, others);
  };
  for (const [key, cell] of unsent) {
    const subject = { ...(onScreen(cell.edit, table) ?? subjectIn(cell.edit, key)), unsent: cell };
    put(subject, unsentState(subject, cell, grid, queue, shown, offerFor));
  }
  for (const snapshot of snapshots) {
    const { subject, typed, sentence } = snapshot.context;
    const [mode, text] = [ownMode(snapshot), typed ?? subject.value];
    const drop = () => cells[subject.key]?.send({ type: 'edit.reverted', subject });
    if (mode === 'checking') put(subject, { mode: 'saving', text });
    if (mode === 'refused') {
      const offer = isAllowedNow(snapshot.context) ? (
        <Button kind="func" size="extra-small" onClick={() => cells[subject.key]?.send(retried(subject, table))}>
          {m.action_try_again()}
        </Button>
      ) : (
        offerFor?.(subject, text, sentence)
      );
      put(subject, { mode, text, note: <Refusal mounted {...{ subject, text, shown, sentence, offer }} onDrop={drop} /> });
    }
    // An open editor takes precedence over an edit in the queue.
    if (mode === 'editing') take(subject);
  }
  return byRow;
}

/** Sends values again that the range refused, after the range has grown. */
export function retryRefused<Row>(table: TableCells<Row>, isMeant: (cell: Pick<Subject, 'id'>) => boolean): void {
  const { queue, cells, snapshots, unsent } = table;
  for (const snapshot of snapshots) {
    const { subject, sentence } = snapshot.context;
    if (ownMode(snapshot) === 'refused' && isRangeRefusal(sentence) && isMeant(subject)) cells[subject.key]?.send(retried(subject, table));
  }
  for (const { edit, mode } of unsent.values())
    if (mode === 'refused' && edit.problem && isRangeRefusal(sentenceFor(refusedWith(edit.problem))) && isMeant(edit))
      queue.send({ type: 'edit.retried', key: edit.key });
}
