/**
 * Up to four people change one contract at once while it is worked on: new versions are made, edited, carried into and taken back, extras are asked for,
 * approved and withdrawn, while everything in `contractActions.ts` continues. Nothing is claimed above its limit, no value is lost or counted twice, and
 * what older versions show stays.
 */
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { Refused } from '../../domain/api/call.ts';
import type { Carried } from '../../domain/api/contractShapes.ts';
import type { Version } from '../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { type AccessLevel, type Contract, contract, deedsIn, ledgerOf, random, rowsOf } from './contractActions.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let statuses: readonly number[];
beforeAll(async () => {
  server = await startServer();
  const { id } = await finalStatus(server.database.query);
  statuses = [id - 2, id - 1, id];
});
afterAll(() => server.close());

const counted = {
  contracts: 0,
  actions: 0,
  refused: 0,
  answers: 0,
  carried: 0,
  takenBack: 0,
  approved: 0,
  acts: 0,
  versions: 0,
  certificates: 0,
};
const cents = (text: string) => exact(text, SCALE.money);
const quantity = (text: string) => exact(text, SCALE.quantity);
const at = (id: number) => ({ params: { id } });

const treeOf = async (person: Person, { projectId }: Contract) => (await person.call('GET /projects/:id/tree', at(projectId))).versions;
/** The current version of the contract, and the versions nobody has carried into. */
const currentIn = (versions: readonly Version[]) =>
  versions.findLast(({ acts, carried_from, carried_on_by }) => carried_on_by === null && (acts.length > 0 || carried_from !== null)) ??
  versions[0];
const draftsIn = (versions: readonly Version[]) =>
  versions.slice(1).filter(({ acts, carried_from }) => acts.length === 0 && carried_from === null);

async function rowIdsOf(person: Person, versionId: number): Promise<number[]> {
  const lists = await person.call('GET /versions/:id/lists/', at(versionId));
  const windows = await Promise.all(lists.map(({ id }) => person.call('GET /lists/:id/rows/', { ...at(id), query: { limit: 500 } })));
  return windows.flatMap((answer) => ('rows' in answer ? answer.rows.map(({ id }) => id) : []));
}

const COMMON = deedsIn({
  get server() {
    return server;
  },
  get statuses() {
    return statuses;
  },
  answered: (count) => {
    counted.answers += count;
  },
});
/** Counts actions that succeeded although they must be impossible. */
const wrongly: string[] = [];

const CHANGES: Readonly<Record<string, AccessLevel>> = {
  async draft(person, on) {
    const versions = await treeOf(person, on);
    if (draftsIn(versions).length > 1) return null;
    return person.call('POST /projects/:id/versions/', { ...at(on.projectId), body: { from_version_id: on.versionId } });
  },
  async change(person, on, by) {
    const draft = by.pick(draftsIn(await treeOf(person, on)));
    const rows = await rowIdsOf(person, draft.id);
    const id = by.pick(rows);
    const body = by.pick([
      { unit_materials: `${by.below(20)}.${by.below(1_000)}` },
      { unit_labour: `${by.below(9)}.${by.below(100_000)}` },
      { quantity: `${by.below(30)}.${by.below(100)}` },
      { name: `Row ${by.below(6)}` },
      null,
    ]);
    if (body !== null) return person.call('PUT /rows/:id/', { ...at(id), body });
    if (rows.length > 2) return person.call('DELETE /rows/:id/', at(id));
    const [list] = await person.call('GET /versions/:id/lists/', at(draft.id));
    return person.call('POST /lists/:id/rows/', {
      ...at(list?.id ?? 0),
      body: { name: `Row ${by.below(6)}`, quantity: '7', unit_materials: '1.005' },
    });
  },
  async carry(person, on, by) {
    const versions = await treeOf(person, on);
    const { id } = by.pick(draftsIn(versions));
    // Mostly, open work is settled before it is carried.
    if (by.below(4) > 0) {
      for (const act of currentIn(versions)?.acts ?? [])
        if (act.status_id !== statuses[2])
          await person.call('PUT /acts/:id/', { ...at(act.id), body: { status_id: statuses[2] ?? 0, deductions_seen: true } });
      const { extras } = await person.call('GET /versions/:id/extras/', { ...at(on.versionId), query: { status: 'asked' } });
      for (const extra of extras)
        await person.call('POST /extras/:id/decide/', { ...at(extra.id), body: { approves: false, text: 'Not now' } });
    }
    const look = (body: Parameters<typeof preview>[1]) => preview(id, body);
    const preview = (version: number, body: { kind?: 'settled' | 'added'; by_hand?: { from: number; into: number }[] }) =>
      person.call('POST /versions/:id/carry/preview/', { ...at(version), body });
    const [settled, added] = [await look({ kind: 'settled' }), await look({ kind: 'added' })];
    const [from, into] = [settled.rows[0]?.from?.row_id, added.rows[0]?.into?.row_id];
    const by_hand = by.below(2) === 0 && from !== undefined && into !== undefined && settled.rows[0]?.into === null ? [{ from, into }] : [];
    const seen = await look({ by_hand });
    const body = { by_hand, settled: seen.settled.gross.total, revaluation: seen.revaluation.gross.total };
    await person.call('POST /versions/:id/carry/', { ...at(id), body });
    counted.carried += 1;
  },
  async uncarry(person, on) {
    await person.call('DELETE /versions/:id/carry/', at(on.versionId));
    counted.takenBack += 1;
  },
  async ask(person, on, by) {
    const asked = `${by.below(3) === 0 ? '-' : ''}${by.below(5)}.${by.below(1_000)}`;
    return person.call('POST /rows/:id/extras/', { ...at(by.pick(on.rowIds)), body: { quantity: asked, reason: 'Measured again' } });
  },
  async decide(person, on, by) {
    const { extras } = await person.call('GET /versions/:id/extras/', { ...at(on.versionId), query: { status: 'asked' } });
    await person.call('POST /extras/:id/decide/', { ...at(by.pick(extras).id), body: { approves: by.below(4) > 0, text: 'As measured' } });
    counted.approved += 1;
  },
  async withdrawExtra(person, on, by) {
    const { extras } = await person.call('GET /versions/:id/extras/', { ...at(on.versionId), query: {} });
    return person.call('DELETE /extras/:id/', at(by.pick(extras).id));
  },
  /** An act in a version into which no work was carried is refused, however often it is requested. */
  async beginInDraft(person, on, by) {
    const { id } = by.pick(draftsIn(await treeOf(person, on)));
    await person.call('POST /versions/:id/acts/', { ...at(id), body: {} });
    const versions = await treeOf(person, on);
    // Without any other act left, there is no other contract to be separate from.
    const own = versions.find((version) => version.id === id);
    if (own?.carried_from === null && versions.some((version) => version.id !== id && version.acts.length > 0))
      wrongly.push('an act in a draft');
  },
  /** Nor a claim, or a change of status, in a version that another carries on. */
  async claimInOlder(person, on, by) {
    const older = by.pick((await treeOf(person, on)).filter(({ carried_on_by }) => carried_on_by !== null));
    const act = by.pick(older.acts);
    const [row = 0] = await rowIdsOf(person, older.id);
    const doors = [
      () => person.call('POST /versions/:id/acts/', { ...at(older.id), body: {} }),
      () => person.call('PUT /acts/:id/', { ...at(act.id), body: { status_id: statuses[0] ?? 0 } }),
      () => person.call('PUT /act_rows/:id/', { ...at(actRowId(row, 1)), body: { quantity: '0' } }),
      () => person.call('PUT /act_rows/:id/', { ...at(actRowId(row, 0)), body: { quantity: '0' } }),
      () => person.call('DELETE /acts/:id/', at(act.id)),
      () => person.call('POST /rows/:id/extras/', { ...at(row), body: { quantity: '1', reason: 'Late' } }),
    ];
    const door = by.below(doors.length);
    const answer = await doors[door]?.();
    const now = (await treeOf(person, on)).find(({ id }) => id === older.id);
    if (now?.carried_on_by !== null) wrongly.push(`door ${door}: ${JSON.stringify(answer)}`);
  },
};
const ACTIONS = { ...COMMON, ...CHANGES };
const OFTEN = [
  ...Object.keys(ACTIONS),
  ...['begin', 'claim', 'claim', 'complete', 'complete', 'setStatus', 'setStatus', 'answer', 'issue', 'issue'],
  ...[
    'draft',
    'change',
    'change',
    'change',
    'carry',
    'carry',
    'carry',
    'uncarry',
    'ask',
    'ask',
    'decide',
    'decide',
    'beginInDraft',
    'claimInOlder',
  ],
];

/** In every cell of every sum: before + change = now. */
function expectClosed({ before, carried, settled, revaluation }: Carried) {
  for (const sum of ['costs', 'net', 'gross'] as const)
    for (const part of ['labour', 'materials', 'tools', 'total'] as const)
      expect(cents(before[sum][part]) + cents(revaluation[sum][part])).toBe(cents(carried[sum][part]) + cents(settled[sum][part]));
}

/** The final state of each older version, by the carrying that closed it. It must never change again. */
type Images = Map<string, unknown>;

async function expectSound(person: Person, on: Contract, images: Images) {
  const versions = await treeOf(person, on);
  const chain: Version[] = [];
  for (let version = currentIn(versions); version !== undefined; version = versions.find(({ id }) => id === version?.carried_from?.id))
    chain.unshift(version);
  let revaluation = 0n;
  let settled = 0n;
  let claimed = 0n;
  for (const version of chain) {
    const last = version.acts.at(-1);
    const acts = await Promise.all(
      version.acts.map(async ({ id }) => ({
        about: await person.call('GET /acts/:id/', at(id)),
        summary: await person.call('GET /acts/:id/summary/', at(id)),
        rows: await rowsOf(person, id),
      })),
    );
    for (const { price } of version.acts) claimed += cents(price);
    for (const { rows } of acts)
      for (const row of rows) {
        const [limit, balance] = [quantity(row.estimated_quantity) + quantity(row.extra_quantity ?? '0'), quantity(row.quantity_balance)];
        expect(limit < 0n ? balance <= 0n && balance >= limit : balance >= 0n && balance <= limit).toBe(true);
        expect(quantity(row.quantity_left)).toBe(limit - balance);
      }
    const carryings =
      acts.at(-1)?.about.carried ?? (await person.call('GET /versions/:id/carried/', { ...at(version.id), query: {} })).carryings;
    for (const carrying of carryings) expectClosed(carrying);
    const own = carryings.at(-1);
    if (version.carried_from !== null && own !== undefined) {
      revaluation += cents(own.revaluation.gross.total);
      settled += cents(own.settled.gross.total);
    }
    const balance =
      last === undefined ? cents(own?.carried.gross.total ?? '0') : cents(acts.at(-1)?.summary.total_with_taxes.balance.total ?? '0');
    // The value of all work is the sum of claims and revaluations, and equals the work done now plus the settled work.
    expect(cents(version.claimed)).toBe(claimed + revaluation);
    expect(cents(version.claimed)).toBe(balance + settled);
    if (version.carried_on_by === null) continue;
    const next = chain[chain.indexOf(version) + 1];
    const by = (await person.call('GET /versions/:id/carried/', { ...at(next?.id ?? 0), query: {} })).carryings.at(-1);
    expect(cents(by?.before.gross.total ?? '0')).toBe(balance);
    const image = acts.map(({ about: { price, number, status_id }, summary, rows }) => ({ price, number, status_id, summary, rows }));
    const key = `${version.id} ${by?.at}`;
    if (images.has(key)) expect(image).toEqual(images.get(key));
    images.set(key, image);
  }
  const current = chain.at(-1);
  return { versionId: current?.id ?? on.versionId, rowIds: current === undefined ? on.rowIds : await rowIdsOf(person, current.id), chain };
}

const wrong = async () => {
  const ask = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await server.database.query.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  return (await wrongTotals(ask)).wrong;
};

/** Completes, accepts, certifies and releases everything: the amounts due then equal the contract with extras and settled work. */
async function finish(owner: Person, on: Contract) {
  const tolerant = (action: Promise<unknown> | undefined) => action?.catch((error: unknown) => expect(error).toBeInstanceOf(Refused));
  const accept = (id: number) => owner.call('PUT /acts/:id/', { ...at(id), body: { status_id: statuses[2] ?? 0, deductions_seen: true } });
  const current = (await treeOf(owner, on)).find(({ id }) => id === on.versionId);
  for (const { id } of current?.acts ?? []) await tolerant(accept(id));
  const { id } = await owner.call('POST /versions/:id/acts/', { ...at(on.versionId), body: {} });
  await owner.call('POST /acts/:id/complete/', { ...at(id), body: { percent: '100' } });
  await accept(id);
  const { id: expected, terms } = await owner.call('GET /projects/:id/terms/', at(on.projectId));
  const advance = terms.advance && { ...terms.advance, rate: '100', threshold: '0' };
  await owner.call('PUT /projects/:id/terms/', { ...at(on.projectId), body: { ...terms, advance, expected } });
  const open = async () => (await ledgerOf(owner, on)).certificates.find((each) => each.id === null);
  for (let next = await open(); next !== undefined; next = await open()) await COMMON.issue?.(owner, on, random(1));
  const { kept } = await ledgerOf(owner, on);
  if (cents(kept) === 0n) return;
  const asked = { kind: 'release', amount: kept } as const;
  const { due } = await owner.call('POST /versions/:id/certificates/preview/', { ...at(on.versionId), body: asked });
  await owner.call('POST /versions/:id/certificates/', { ...at(on.versionId), body: { ...asked, due } });
}

const SEEDS = Array.from({ length: Number(process.env.CONTRACTS ?? 2) }, (_, seed) => seed + 1);
const ROUNDS = 30;

test(`up to four people change ${SEEDS.length} contracts at once: nothing above its limit, nothing lost or counted twice`, async () => {
  for (const seed of SEEDS) {
    const by = random(seed * 7_919);
    const owner = await server.person();
    const people = [owner];
    for (const role of ['admin', 'regular', 'regular'] as const) people.push(await server.person({ teamId: owner.teamId, role }));
    let on = await contract(owner);
    await owner.call('POST /versions/:id/acts/', { ...at(on.versionId), body: {} });
    const images: Images = new Map();
    for (let round = 0; round < ROUNDS; round += 1) {
      const now = people.slice(0, 2 + by.below(3)).map((person) => [person, by.pick(OFTEN), random(by.below(1_000_000))] as const);
      const target = on;
      await Promise.all(
        now.map(async ([person, action, own]) => {
          try {
            counted.actions += 1;
            await ACTIONS[action]?.(person, target, own);
          } catch (error) {
            if (!(error instanceof Refused) && !(error instanceof TypeError)) throw error;
            if (error instanceof Refused && error.status >= 500) throw error;
            counted.refused += 1;
          }
        }),
      );
      const { versionId, rowIds, chain } = await expectSound(owner, on, images);
      on = { ...on, versionId, rowIds };
      if (round === ROUNDS - 1) {
        counted.versions += chain.length;
        counted.acts += chain.reduce((sum, { acts }) => sum + acts.length, 0);
      }
    }
    expect(wrongly).toEqual([]);
    await finish(owner, on);
    await expectSound(owner, on, images);
    const { due, contract: whole, certificates, kept } = await ledgerOf(owner, on);
    expect([due, kept]).toEqual([whole.gross, '0.00']);
    expect(
      fixed(
        certificates.reduce((sum, each) => sum + cents(each.due), 0n),
        SCALE.money,
      ),
    ).toBe(due);
    counted.certificates += certificates.length;
    counted.contracts += 1;
  }
  expect(await wrong()).toEqual([]);
  const { contracts, actions, refused, carried, takenBack, approved, versions, acts, certificates, answers } = counted;
  console.log(
    `changed together: ${contracts} contracts ended with ${versions} versions, ${acts} acts and ${certificates} certificates; ${actions} actions of which ${refused} were refused, ${carried} carryings, ${takenBack} taken back, ${approved} extras decided, ${answers} answers; above its limit, lost or doubled: 0`,
  );
});
