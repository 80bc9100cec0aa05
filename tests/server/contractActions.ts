/** A contract, and what several people do with it at once: claims, statuses, the client's answers, terms, certificates, releases, payments, undo, redo. */
import { expect } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { TermsFields } from '../../domain/api/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import type { Person, TestServer } from './harness.ts';

/** Numbers of a seed, the same each time. */
export function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  };
}
type Random = ReturnType<typeof random>;

const TERMS: readonly TermsFields[] = [
  { base: 'net', retention: null, advance: null, taxes: 'on work' },
  { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work' },
  { base: 'gross', retention: { rate: '10', limit: { form: 'percent', value: '5' } }, advance: null, taxes: 'on work' },
  {
    base: 'net',
    retention: { rate: '3', limit: null },
    advance: { amount: '100', rate: '25', threshold: '10', paid_on: null },
    taxes: 'on work',
  },
  { base: 'net', retention: { rate: '7.5', limit: { form: 'amount', value: '40' } }, advance: null, taxes: 'on payment' },
];

/** Prices that round, a deduction among them. */
const ROWS = [
  { quantity: '3', unit_labour: '33.333333', unit_materials: '10.005' },
  { quantity: '12.345678', unit_labour: '7.77', unit_materials: '0.333333' },
  { quantity: '-2', unit_labour: '5.555', unit_materials: '0' },
  { quantity: '100', unit_labour: '0.015', unit_materials: '4.995' },
] as const;

export async function contract(owner: Person) {
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } });
  const rowIds: number[] = [];
  for (const { quantity, ...prices } of ROWS) {
    const { ids } = await owner.call('POST /lists/:id/rows/', {
      params: { id: list.id },
      body: { name: `Row ${rowIds.length}`, quantity },
    });
    const id = ids[0] ?? 0;
    for (const [field, value] of Object.entries(prices))
      await owner.call('PUT /rows/:id/', { params: { id }, body: { [field]: value } as never });
    rowIds.push(id);
  }
  const { record: cost } = await owner.call('POST /versions/:id/additional_summary_costs/', {
    params: { id: versionId },
    body: { name: 'Profit' },
  });
  await owner.call('PUT /additional_summary_costs/custom/:id/', { params: { id: cost.id }, body: { percent_total: '7.7' } });
  const { record } = await owner.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await owner.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  return { projectId, versionId, rowIds };
}
export type Contract = Awaited<ReturnType<typeof contract>>;

export const actsOf = async (person: Person, { projectId, versionId }: Contract) =>
  (await person.call('GET /projects/:id/tree', { params: { id: projectId } })).versions.find(({ id }) => id === versionId)?.acts ?? [];
export const ledgerOf = (person: Person, { versionId }: Contract) =>
  person.call('GET /versions/:id/certificates/', { params: { id: versionId } });

export async function rowsOf(person: Person, actId: number, only?: 'claimed' | 'differs') {
  const { costs } = await person.call('GET /acts/:id/summary/', { params: { id: actId } });
  const windows = await Promise.all(
    costs.map(({ id: listId }) =>
      person.call('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query: { ...(only && { only }) } }),
    ),
  );
  return windows.flatMap(({ rows }) => rows);
}

export type AccessLevel = (person: Person, on: Contract, by: Random) => Promise<unknown>;

interface World {
  readonly server: TestServer;
  /** Draft, submitted, accepted. */
  readonly statuses: readonly number[];
  /** Counts the answers that were taken. */
  readonly answered: (count: number) => void;
}
/** The actions of people. Each reads the present state and acts on it, so that it meets the changes of others. */
export const deedsIn = (world: World): Readonly<Record<string, AccessLevel>> => ({
  begin: (person, { versionId }) => person.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} }),
  async claim(person, on, by) {
    const acts = await actsOf(person, on);
    const place = Math.max(1, acts.length - by.below(2));
    const id = actRowId(by.pick(on.rowIds), place);
    return person.call('PUT /act_rows/:id/', { params: { id }, body: { percent: String(by.below(101)) } });
  },
  async complete(person, on, by) {
    const { id } = by.pick((await actsOf(person, on)).slice(-2));
    return person.call('POST /acts/:id/complete/', { params: { id }, body: { percent: String(by.below(101)) } });
  },
  async setStatus(person, on, by) {
    const { id } = by.pick((await actsOf(person, on)).slice(-2));
    return person.call('PUT /acts/:id/', { params: { id }, body: { status_id: by.pick([...world.statuses, ...world.statuses.slice(1)]) } });
  },
  /** A member makes the link; two who hold it send answers of their own. */
  async answer(person, on, by) {
    const act = (await actsOf(person, on)).at(-1);
    const params = { id: act?.id ?? 0 };
    if (act?.status_id === world.statuses[0]) await person.call('PUT /acts/:id/', { params, body: { status_id: world.statuses[1] ?? 0 } });
    const link = await person.call('POST /acts/:id/answer_link/', {
      params,
      body: { expires_at: new Date(Date.now() + 9e8).toISOString() },
    });
    const key = { publicKey: link.hash };
    const { revision } = await world.server.call('GET /public/act/', {}, key);
    const rows = await rowsOf(person, params.id, 'claimed');
    // Many answers of one address are slowed down.
    const send = (name: string) => {
      const differing = rows.filter(() => by.below(2) === 0);
      const body = {
        ...{ key: crypto.randomUUID(), revision, name, email: `${crypto.randomUUID()}@example.com` },
        rows: differing.map(({ row_id, quantity }) => {
          const certified = (exact(quantity, SCALE.quantity) * BigInt(by.below(100))) / 100n;
          return { row_id, quantity: fixed(certified, SCALE.quantity), reason: 'measured' as const };
        }),
      };
      return world.server.call('POST /public/answer/', { body }, key);
    };
    const outcomes = await Promise.allSettled([send('Ann Client'), send('Bob Client')]);
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(taken).toBeLessThan(2);
    world.answered(taken);
  },
  async withdrawAnswer(person, on) {
    const { id } = (await actsOf(person, on)).at(-1) ?? { id: 0 };
    return person.call('DELETE /acts/:id/answer/', { params: { id } });
  },
  async remove(person, on) {
    const acts = await actsOf(person, on);
    return person.call('DELETE /acts/:id/', { params: { id: acts.at(-1)?.id ?? 0 } });
  },
  async setTerms(person, { projectId }, by) {
    const params = { id: projectId };
    const { id: expected } = await person.call('GET /projects/:id/terms/', { params });
    return person.call('PUT /projects/:id/terms/', { params, body: { ...by.pick(TERMS), expected } });
  },
  async issue(person, on) {
    const { certificates } = await ledgerOf(person, on);
    const next = certificates.find(({ id }) => id === null);
    return person.call('POST /acts/:id/certificate/', { params: { id: next?.act?.id ?? 0 }, body: { due: next?.due ?? '0' } });
  },
  async release(person, { versionId }, by) {
    const params = { id: versionId };
    const asked = { kind: 'release', amount: `${by.below(20)}.${by.below(10)}` } as const;
    const { due } = await person.call('POST /versions/:id/certificates/preview/', { params, body: asked });
    return person.call('POST /versions/:id/certificates/', { params, body: { ...asked, due } });
  },
  async payAdvance(person, { versionId }) {
    const params = { id: versionId };
    const { due } = await person.call('POST /versions/:id/certificates/preview/', { params, body: { kind: 'advance' } });
    return person.call('POST /versions/:id/certificates/', { params, body: { kind: 'advance', due } });
  },
  async takeBack(person, on) {
    const issued = (await ledgerOf(person, on)).certificates.findLast(({ id }) => id !== null);
    return person.call('DELETE /certificates/:id/', { params: { id: issued?.id ?? 0 } });
  },
  async pay(person, on, by) {
    const issued = (await ledgerOf(person, on)).certificates.filter(({ id }) => id !== null);
    const { id, due } = by.pick(issued);
    return person.call('PUT /certificates/:id/paid/', { params: { id: id ?? 0 }, body: { paid: { on: '2026-11-30', amount: due } } });
  },
  undo: (person, { projectId }) => person.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} }),
  redo: (person, { projectId }) => person.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} }),
});
