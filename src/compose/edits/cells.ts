import * as v from 'valibot';
import type { Answer } from '../../../domain/contract/routes.ts';
import { Line, Row, type VersionSummary } from '../../../domain/contract/shapes.ts';
import type { EditRoute } from '../../machines/editQueue/types.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { Unsent } from '../../machines/grid/setup.ts';
import { numberCellMachine } from '../../machines/numberCell/numberCell.ts';
import type { Saved, Subject, Theirs } from '../../machines/numberCell/types.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { calling } from '../calls/calling.ts';
import type { UnsentEdits } from './unsent.ts';

/** Comes with its own code. */
export type FindUnsentEdits = () => Promise<UnsentEdits>;

export interface Known {
  readonly id: number;
  readonly revision: number;
  readonly name: string;
}
/** What the cells of a table need to know of it. */
export interface EditedTable {
  /** Tells it apart from every other table a person may type in. */
  readonly name: string;
  readonly routeOf: (subject: Subject) => EditRoute;
  readonly find: (id: number) => Known | null | undefined;
  /** Puts the answer to an edit where the screen reads it, and gives the record. */
  readonly take: (answer: unknown) => Known;
  readonly takeTheirs: (record: unknown) => void;
}

/** An answer that was long on its way is older than what others have done since. */
export const isNews = (known: Known | undefined, { revision }: Known): boolean => !known || known.revision <= revision;

/** What the cells of a table do with what is typed, and with somebody else's value. */
export const savingActors = (edits: FindUnsentEdits, table: EditedTable) => ({
  saveValue: calling<Saved, { subject: Subject; text: string }>(async ({ input: { subject, text } }) =>
    (await edits()).save(table, subject, text),
  ),
  settleValue: calling<Saved, { subject: Subject }>(async ({ input: { subject } }) => (await edits()).settle(table, subject)),
  giveUpValue: calling<void, { subject: Subject; theirs: Theirs | null }>(async ({ input: { subject, theirs } }) =>
    (await edits()).giveUp(table, subject, theirs),
  ),
});

export const findingUnsent = (edits: FindUnsentEdits, table: EditedTable) =>
  calling<readonly Unsent[]>(async () => (await edits()).inTable(table));

const typedInto = (edits: FindUnsentEdits, table: EditedTable) =>
  gridMachine.provide({
    actors: { cell: numberCellMachine.provide({ actors: savingActors(edits, table) }), findUnsent: findingUnsent(edits, table) },
  });

/** A table of estimate rows: each edit puts the row and the new totals where the screen reads them. */
export const estimateGrid = (edits: FindUnsentEdits, listId: number, rows: RowStore<Row>, summary: ValueStore<VersionSummary>) =>
  typedInto(edits, {
    name: `list ${listId}`,
    routeOf: () => 'PUT /rows/:id/',
    find: rows.find,
    take(answer) {
      const { row, summary: sums } = answer as Answer<'PUT /rows/:id/'>;
      if (isNews(rows.find(row.id), row)) rows.put(row);
      summary.set(sums);
      return row;
    },
    takeTheirs: (theirs) => rows.put(v.parse(Row, theirs)),
  });

/** The table of an estimate's summary: names and percents of its lines. Ids of taxes and additional costs are of one series. */
export function lineGrid(edits: FindUnsentEdits, versionId: number, summary: ValueStore<VersionSummary>) {
  const inLines = (lines: 'taxes' | 'additional', id: number) => summary.get()?.[lines].find((line) => line.id === id);
  return typedInto(edits, {
    name: `version ${versionId}`,
    routeOf: ({ id }) => (inLines('taxes', id) ? 'PUT /taxes/:id/' : 'PUT /additional_summary_costs/custom/:id/'),
    find: (id) => inLines('taxes', id) ?? inLines('additional', id),
    take(answer) {
      const { record, summary: sums } = answer as Answer<'PUT /taxes/:id/'>;
      summary.set(sums);
      return record;
    },
    takeTheirs(theirs) {
      const [line, known] = [v.parse(Line, theirs), summary.get()];
      const replaced = (lines: readonly Line[]) => lines.map((each) => (each.id === line.id ? line : each));
      if (known) summary.set({ ...known, additional: replaced(known.additional), taxes: replaced(known.taxes) });
    },
  });
}
