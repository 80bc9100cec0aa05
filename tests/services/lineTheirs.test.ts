/** The lines of a summary, as somebody else saved them. */
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { Line, VersionSummary } from '../../domain/api/shapes.ts';
import type { Edits } from '../../src/compose/edits/answers.ts';
import { lineGrid } from '../../src/compose/edits/cells.ts';
import { summaryTable } from '../../src/machines/editQueue/tables.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';

const amounts = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };
const percents = { percent_total: '5', percent_labour: null, percent_materials: null, percent_tools: null };
const line = (id: number, name: string, revision = 1): Line =>
  ({ id, order: id, name, revision, updated_at: '2026-11-27T10:00:00.000Z', ...percents, ...amounts }) as Line;

test.each([
  ['an additional cost', 'additional', 11],
  ['a tax', 'taxes', 12],
] as const)('%s that somebody else has changed is shown as they saved it, and no other line', (_, kind, id) => {
  const summary = new ValueStore<VersionSummary>();
  summary.set({ additional: [line(11, 'Overheads'), line(13, 'Profit')], taxes: [line(12, 'VAT')] } as unknown as VersionSummary);
  const before = summary.get();
  const hearing = new Map<string, (event: object) => void>();
  const queue = {
    on: (type: string, heard: (event: object) => void) => {
      hearing.set(type, heard);
      return { unsubscribe: () => hearing.delete(type) };
    },
    getSnapshot: () => ({ context: { edits: [] } }),
    subscribe: () => ({ unsubscribe: () => undefined }),
  };
  const read: string[] = [];
  const edits = { queue, tables: { open: () => () => undefined }, refresh: () => read.push('all') } as unknown as Edits;
  const grid = createActor(lineGrid(edits, 5, summary), {
    input: { rows: 1, cols: 1, col: 0, subjectAt: () => null, queue } as never,
  }).start();
  const refusal = (current: unknown) => new Refused(409, { detail: 'Somebody else', code: 'stale_edit', current });
  const taken = (current: unknown) =>
    hearing.get('theirs.taken')?.({ edit: { kind: 'cell', table: summaryTable(5), field: 'name', problem: refusal(current) } });
  taken({ revision: 2 });
  expect([summary.get(), read]).toEqual([before, ['all']]);
  taken(line(id, 'As they saved it', 2));
  const names = (lines: readonly Line[] = []) => lines.map(({ name }) => name);
  const { additional = [], taxes = [] } = summary.get() ?? {};
  expect({ additional: names(additional), taxes: names(taxes) }).toEqual({
    ...{ additional: ['Overheads', 'Profit'], taxes: ['VAT'] },
    [kind]: kind === 'taxes' ? ['As they saved it'] : ['As they saved it', 'Profit'],
  });
  grid.stop();
});
