/**
 * Several people work on one contract at once, in every way the API offers: claims, statuses, the client's answers, terms, certificates, releases, payments,
 * undo and redo. No money is lost or doubled, issued certificates stay, and in the end the amounts due add up to the contract.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { actsOf, type Contract, contract, deedsIn, ledgerOf, random, rowsOf } from './contractActions.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let statuses: readonly number[];
beforeAll(async () => {
  server = await startServer();
  const { id } = await finalStatus(server.database.query);
  statuses = [id - 2, id - 1, id];
});
afterAll(() => server.close());

const done = { actions: 0, refused: 0, answers: 0, certificates: 0, contracts: 0 };
const cents = (text: string) => exact(text, SCALE.money);
const ACTIONS = deedsIn({
  get server() {
    return server;
  },
  get statuses() {
    return statuses;
  },
  answered: (count) => {
    done.answers += count;
  },
});

/** Actions that advance a contract are picked more often. */
const OFTEN = [
  ...Object.keys(ACTIONS),
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

/** Checks the invariants of a contract's payments. Returns the sheets issued now. */
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

/** Brings the contract to its end: all done, accepted, certified, all retention released, the advance recovered. */
async function finish(owner: Person, on: Contract) {
  const tolerant = (action: Promise<unknown>) => action.catch((error: unknown) => expect(error).toBeInstanceOf(Refused));
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
  for (let next = await open(); next !== undefined; next = await open()) await ACTIONS.issue?.(owner, on, random(1));
  const { kept } = await ledgerOf(owner, on);
  if (cents(kept) === 0n) return;
  const asked = { kind: 'release', amount: kept } as const;
  const version = { id: on.versionId };
  const { due } = await owner.call('POST /versions/:id/certificates/preview/', { params: version, body: asked });
  await owner.call('POST /versions/:id/certificates/', { params: version, body: { ...asked, due } });
}

const SEEDS = Array.from({ length: Number(process.env.CONTRACTS ?? 3) }, (_, at) => at + 1);
const ROUNDS = 20;

test(`up to four people at once, ${SEEDS.length} contracts: nothing is lost or doubled, and in the end the amounts due add up to the contract`, async () => {
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
        now.map(async ([person, action, own]) => {
          try {
            done.actions += 1;
            await ACTIONS[action]?.(person, on, own);
          } catch (error) {
            // Every refusal gives a reason and is not an internal error.
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
    `together: ${done.contracts} contracts, ${done.actions} actions of which ${done.refused} were refused, ${done.answers} answers, ${done.certificates} certificates; lost or doubled: 0`,
  );
});
