/** The import of the shared workbooks (SAMPLES_DIR): the sum of the ticked lists, and its certainty. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { type Person, startServer, type TestServer, untilRead, workbook } from './harness.ts';
import { type Expected, rightTotals } from './reading/teaching.ts';

const samples = process.env.SAMPLES_DIR;
const folder = samples ?? '';
const expectedIn = <T>(file: string): readonly T[] => (samples === undefined ? [] : JSON.parse(readFileSync(join(folder, file), 'utf8')));

interface Right {
  readonly right: readonly string[];
  readonly never: readonly string[];
}
interface First {
  readonly file: string;
  readonly sum_of_rounded_rows?: string;
  readonly sum_IT?: string;
  readonly stated_totals?: readonly { readonly value: string }[] | object;
}
const stated = ({ stated_totals }: First) =>
  Array.isArray(stated_totals) ? stated_totals.flatMap(({ value }) => (/^\d+$/.test(value) ? [`${value}.00`] : [])) : [];

/** The totals that are right, by file: of the first turn those of the first sheet listed, as its rows multiply or as it says itself. */
function expectations(): ReadonlyMap<string, Right> {
  const all = new Map<string, Right>();
  for (const first of expectedIn<First>('EXPECTED.json')) {
    const total = first.sum_of_rounded_rows ?? first.sum_IT ?? '0.00';
    if (!all.has(first.file)) all.set(first.file, { right: [total, ...stated(first)], never: [] });
  }
  // Three contracts of 40,000, 10,000 and 8,000 in a file without a total.
  all.set('B28_fr_cost_schedule_house.csv', { right: ['58000.00'], never: [] });
  for (const each of expectedIn<Expected>('EXPECTED-2.json')) all.set(each.file, { right: rightTotals(each), never: each.never ?? [] });
  return all;
}

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

async function offered(file: string) {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: file } });
  const chosen = await workbook(join(folder, 'boq', file));
  const refused = await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: chosen }).then(
    () => null,
    (error: unknown) => String(error),
  );
  if (refused !== null) return { total: null, certainty: 'unsure', said: refused, lists: '' };
  const { status, refusal, new_lists, certainty, doubts } = await untilRead(ann, id);
  if (status === 'refused') return { total: null, certainty, said: refusal?.code ?? '', lists: '' };
  const sum = new_lists.filter(({ included }) => included).reduce((total, list) => total + exact(list.total, SCALE.money), 0n);
  return {
    total: fixed(sum, SCALE.money),
    certainty,
    said: doubts.map(({ code, difference, remedy }) => (remedy === null ? code : `${code} → ${difference}`)).join(', '),
    lists: new_lists.map(({ title, total, included }) => `${included ? '✓' : '·'} ${title} ${total}`).join('; '),
  };
}

describe.skipIf(samples === undefined)('the shared workbooks', () => {
  const known = expectations();
  test.each(samples === undefined ? [] : readdirSync(join(folder, 'boq')).sort())(
    '%s is offered with a right total, or refused',
    async (file) => {
      const { total, certainty, said, lists } = await offered(file);
      const { right = [], never = [] } = known.get(file) ?? {};
      const isRight = total !== null && right.includes(total);
      const verdict = total === null ? 'refused' : `${certainty}, ${right.length === 0 ? 'not known' : isRight ? 'right' : 'WRONG'}`;
      console.log(`${file}: ${total ?? ''} (${right.join(' or ')}) ${verdict} [${said}] ${lists}`);
      expect(never).not.toContain(total);
      if (total !== null && known.has(file)) expect(right).toContain(total);
    },
  );
});
