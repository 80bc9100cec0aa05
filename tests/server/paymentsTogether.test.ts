/**
 * Several people work on one contract at once, through every door there is: claims, statuses, the client's answers, terms, certificates, releases,
 * payments, undo and redo.
 * No money is lost or doubled, what was issued stays, and at the end what was due is the contract.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { Refused } from '../../domain/contract/call.ts';
import type { CertificateSheet, TermsFields } from '../../domain/contract/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let statuses: readonly number[];
beforeAll(async () => {
  server = await startServer();
  const { id } = await finalStatus(server.database.query);
  statuses = [id - 2, id - 1, id];
});
afterAll(() => server.close());

/** Numbers of a seed, the same each time. */
function random(seed: number) {
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

const done = { deeds: 0, refused: 0, answers: 0, certificates: 0, contracts: 0 };
const cents = (text: string) => exact(text, SCALE.money);
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

async function contract(owner: Person) {
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
type Contract = Awaited<ReturnType<typeof contract>>;

const actsOf = async (person: Person, { projectId, versionId }: Contract) =>
  (await person.call('GET /projects/:id/tree', { params: { id: projectId } })).versions.find(({ id }) => id === versionId)?.acts ?? [];
const ledgerOf = (person: Person, { versionId }: Contract) => person.call('GET /versions/:id/certificates/', { params: { id: versionId } });

async function rowsOf(person: Person, actId: number, only?: 'claimed' | 'differs') {
  const { costs } = await person.call('GET /acts/:id/summary/', { params: { id: actId } });
  const windows = await Promise.all(
    costs.map(({ id: listId }) =>
      person.call('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query: { ...(only && { only }) } }),
    ),
  );
  return windows.flatMap(({ rows }) => rows);
}

type Deed = (person: Person, on: Contract, by: Random) => Promise<unknown>;

/** What people do. Each reads what is there and acts on it, so what others did meanwhile is met as it comes. */
const DEEDS: Readonly<Record<string, Deed>> = {
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
    return person.call('PUT /acts/:id/', { params: { id }, body: { status_id: by.pick([...statuses, ...statuses.slice(1)]) } });
  },
  /** A member makes the link; two who hold it send answers of their own. */
  async answer(person, on, by) {
    const act = (await actsOf(person, on)).at(-1);
    const params = { id: act?.id ?? 0 };
    if (act?.status_id === statuses[0]) await person.call('PUT /acts/:id/', { params, body: { status_id: statuses[1] ?? 0 } });
    const link = await person.call('POST /acts/:id/answer_link/', {
      params,
      body: { expires_at: new Date(Date.now() + 9e8).toISOString() },
    });
    const key = { publicKey: link.hash };
    const { revision } = await server.call('GET /public/act/', {}, key);
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
      return server.call('POST /public/answer/', { body }, key);
    };
    const outcomes = await Promise.allSettled([send('Ann Client'), send('Bob Client')]);
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(taken).toBeLessThan(2);
    done.answers += taken;
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
};

/** What moves a contract on is done more often. */
const OFTEN = [
  ...Object.keys(DEEDS),
  'begin',
  'claim',
  'claim',
  'complete',
  'complete',
  'setStatus',
  'answer',
  'answer',
  'answer',
  'issue',
  'issue',
];

const issuedSheets = async (person: Person, on: Contract): Promise<CertificateSheet[]> => {
  const { certificates } = await ledgerOf(person, on);
  return Promise.all(certificates.flatMap(({ id }) => (id === null ? [] : [person.call('GET /certificates/:id/', { params: { id } })])));
};
const frozen = ({ paid: _, is_latest: _latest, acts_after: _after, ...sheet }: CertificateSheet) => sheet;

/** What must hold at every moment. Answers the sheets that are issued now. */
async function expectSound(person: Person, on: Contract, known: ReadonlyMap<number, unknown>) {
  const sheets = await issuedSheets(person, on);
  let due = 0n;
  for (const sheet of sheets) {
    const [kept, retained, recovered] = [cents(sheet.kept), cents(sheet.retained), cents(sheet.recovered)];
    expect(cents(sheet.due_before)).toBe(due);
    due += cents(sheet.due);
    expect(cents(sheet.payable)).toBe(due);
    expect(kept >= 0n && kept === retained - cents(sheet.released)).toBe(true);
    expect(recovered >= 0n && recovered <= cents(sheet.terms.advance?.amount ?? '0')).toBe(true);
    const image = known.get(sheet.id ?? 0);
    if (image !== undefined) expect(frozen(sheet)).toEqual(image);
  }
  for (const act of await actsOf(person, on))
    for (const row of await rowsOf(person, act.id)) {
      const [limit, total, own] = [row.estimated_quantity, row.quantity_balance, row.quantity].map((text) =>
        exact(text, SCALE.quantity),
      ) as [bigint, bigint, bigint];
      expect(limit < 0n ? total <= 0n && total >= limit : total >= 0n && total <= limit).toBe(true);
      const claimed = exact(row.answered?.claimed ?? row.quantity, SCALE.quantity);
      expect(claimed < 0n ? own <= 0n && own >= claimed : (own >= 0n && own <= claimed) || own === claimed).toBe(true);
    }
  return new Map(sheets.map((sheet) => [sheet.id ?? 0, frozen(sheet)]));
}

/** Brings the contract to its end: all done, accepted, certified, all retention released, the advance won back. */
async function finish(owner: Person, on: Contract) {
  const tolerant = (deed: Promise<unknown>) => deed.catch((error: unknown) => expect(error).toBeInstanceOf(Refused));
  if ((await actsOf(owner, on)).length === 0) await owner.call('POST /versions/:id/acts/', { params: { id: on.versionId }, body: {} });
  for (const { id } of await actsOf(owner, on))
    await tolerant(owner.call('PUT /acts/:id/', { params: { id }, body: { status_id: statuses[2] ?? 0 } }));
  const { id } = await owner.call('POST /versions/:id/acts/', { params: { id: on.versionId }, body: {} });
  await owner.call('POST /acts/:id/complete/', { params: { id }, body: { percent: '100' } });
  await owner.call('PUT /acts/:id/', { params: { id }, body: { status_id: statuses[2] ?? 0 } });
  const params = { id: on.projectId };
  const { id: expected, terms } = await owner.call('GET /projects/:id/terms/', { params });
  const advance = terms.advance && { ...terms.advance, rate: '100', threshold: '0' };
  await owner.call('PUT /projects/:id/terms/', { params, body: { ...terms, advance, expected } });
  const open = async () => (await ledgerOf(owner, on)).certificates.find((each) => each.id === null);
  for (let next = await open(); next !== undefined; next = await open()) await DEEDS.issue?.(owner, on, random(1));
  const { kept } = await ledgerOf(owner, on);
  if (cents(kept) === 0n) return;
  const asked = { kind: 'release', amount: kept } as const;
  const version = { id: on.versionId };
  const { due } = await owner.call('POST /versions/:id/certificates/preview/', { params: version, body: asked });
  await owner.call('POST /versions/:id/certificates/', { params: version, body: { ...asked, due } });
}

const SEEDS = Array.from({ length: Number(process.env.CONTRACTS ?? 3) }, (_, at) => at + 1);
const ROUNDS = 20;

test(`up to four people at once, ${SEEDS.length} contracts: nothing is lost or doubled, and at the end what was due is the contract`, async () => {
  for (const seed of SEEDS) {
    const by = random(seed);
    const owner = await server.person();
    const people = [owner];
    for (const role of ['admin', 'regular', 'regular'] as const) people.push(await server.person({ teamId: owner.teamId, role }));
    const on = await contract(owner);
    await owner.call('POST /versions/:id/acts/', { params: { id: on.versionId }, body: {} });
    let known: ReadonlyMap<number, unknown> = new Map();
    for (let round = 0; round < ROUNDS; round += 1) {
      const now = people.slice(0, 2 + by.below(3)).map((person) => [person, by.pick(OFTEN), random(by.below(1_000_000))] as const);
      await Promise.all(
        now.map(async ([person, deed, own]) => {
          try {
            done.deeds += 1;
            await DEEDS[deed]?.(person, on, own);
          } catch (error) {
            // Whatever is refused says why, and is no fault of ours.
            if (!(error instanceof Refused) && !(error instanceof TypeError)) throw error;
            if (error instanceof Refused && error.status >= 500) throw error;
            done.refused += 1;
          }
        }),
      );
      known = await expectSound(owner, on, known);
    }
    await finish(owner, on);
    const { due, contract: whole, certificates, kept } = await ledgerOf(owner, on);
    expect([due, kept]).toEqual([whole.gross, '0.00']);
    expect(
      fixed(
        certificates.reduce((sum, each) => sum + cents(each.due), 0n),
        SCALE.money,
      ),
    ).toBe(due);
    done.certificates += certificates.length;
    done.contracts += 1;
  }
  console.log(
    `together: ${done.contracts} contracts, ${done.deeds} deeds of which ${done.refused} were refused, ${done.answers} answers, ${done.certificates} certificates; lost or doubled: 0`,
  );
});
