import * as v from 'valibot';
import type { Api } from '../../domain/contract/call.ts';
import { Line, Row, type VersionSummary } from '../../domain/contract/shapes.ts';
import { gridMachine } from '../machines/grid/grid.ts';
import { numberCellMachine } from '../machines/numberCell/numberCell.ts';
import type { Saved, Subject } from '../machines/numberCell/types.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import type { RowStore } from '../machines/rowWindow/rowStore.ts';
import { calling } from './calling.ts';
import { editsInTurn } from './edits.ts';

interface Editing {
  readonly subject: Subject;
  readonly text: string;
}
export type Save = (editing: Editing, revision: number, signal: AbortSignal) => Promise<Saved>;

export const valueIn = (record: object, field: string): string => String((record as Readonly<Record<string, unknown>>)[field] ?? '');

/** What a cell does with what is typed, and with somebody else's value. */
export function savingActors(save: Save, takeTheirs: (theirs: unknown) => void) {
  const inTurn = editsInTurn();
  return {
    saveValue: calling<Saved, Editing>(({ input, signal }) => inTurn(input.subject, (revision) => save(input, revision, signal))),
    takeTheirs: calling<void, { subject: Subject; theirs: unknown }>(async ({ input }) => takeTheirs(input.theirs)),
  };
}

/** A table of estimate rows: each edit puts the row and the new totals where the screen reads them. */
export function estimateGrid(api: Api, rows: RowStore<Row>, summary: ValueStore<VersionSummary>) {
  const save: Save = async ({ subject, text }, revision, signal) => {
    const answer = await api('PUT /rows/:id/', { params: { id: subject.id }, body: { [subject.field]: text } }, { signal, revision });
    rows.put(answer.row);
    summary.set(answer.summary);
    return { value: valueIn(answer.row, subject.field), revision: answer.row.revision };
  };
  const cell = numberCellMachine.provide({ actors: savingActors(save, (theirs) => rows.put(v.parse(Row, theirs))) });
  return gridMachine.provide({ actors: { cell } });
}

/** Whether a percent line is a tax; the ids of taxes and additional costs are of one series. */
const isTax = (summary: VersionSummary | null, id: number): boolean => summary?.taxes.some((tax) => tax.id === id) === true;

/** The table of an estimate's summary: names and percents of its lines. */
export function lineGrid(api: Api, summary: ValueStore<VersionSummary>) {
  const save: Save = async ({ subject, text }, revision, signal) => {
    const route = isTax(summary.get(), subject.id) ? 'PUT /taxes/:id/' : 'PUT /additional_summary_costs/custom/:id/';
    const answer = await api(route, { params: { id: subject.id }, body: { [subject.field]: text } }, { signal, revision });
    summary.set(answer.summary);
    return { value: valueIn(answer.record, subject.field), revision: answer.record.revision };
  };
  const takeTheirs = (theirs: unknown) => {
    const [line, known] = [v.parse(Line, theirs), summary.get()];
    const replaced = (lines: readonly Line[]) => lines.map((each) => (each.id === line.id ? line : each));
    if (known) summary.set({ ...known, additional: replaced(known.additional), taxes: replaced(known.taxes) });
  };
  return gridMachine.provide({ actors: { cell: numberCellMachine.provide({ actors: savingActors(save, takeTheirs) }) } });
}
