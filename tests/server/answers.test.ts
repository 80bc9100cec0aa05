/** The client's answer to an act: complete, given once, and the same in every way of giving it. */
import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUp, fromAmounts, minus, toAmounts } from '../../domain/amounts.ts';
import type { Act, ActRow } from '../../domain/api/shapes.ts';
import { exact, fixed } from '../../domain/decimal.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const of = (act: Pick<Act, 'id'>) => ({ params: { id: act.id } });
const setStatus = (act: Act, status_id: number, by = ann) => by.call('PUT /acts/:id/', { ...of(act), body: { status_id } });

/** A submitted act whose rows are half done, with its answer link. */
async function submittedAct(percent = '50') {
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const { record, summary } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const lists = summary.costs.map(({ id }) => id);
  const claim = async (share = percent) => {
    const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
    await ann.call('POST /acts/:id/complete/', { ...of(act), body: { percent: share } });
    return setStatus(act, 2);
  };
  const act = await claim();
  const link = await linkTo(act);
  return { projectId, versionId, lists, act, link, claim };
}
const linkTo = (act: Act) => ann.call('POST /acts/:id/answer_link/', { ...of(act), body: { expires_at: inDays(30) } });
const read = (hash: string) => server.call('GET /public/act/', {}, { publicKey: hash });
const rowsOf = async (
  act: Pick<Act, 'id'>,
  lists: readonly number[],
  only: 'claimed' | 'left' | 'differs',
  publicKey?: string,
): Promise<ActRow[]> => {
  const windows = await Promise.all(
    lists.map((listId) =>
      server.call(
        'GET /acts/:id/lists/:listId/rows/',
        { params: { id: act.id, listId }, query: { only, limit: 500 } },
        publicKey === undefined ? { access: ann.tokens.access } : { publicKey },
      ),
    ),
  );
  return windows.flatMap(({ rows }) => rows);
};
const summaryOf = (act: Pick<Act, 'id'>) => ann.call('GET /acts/:id/summary/', of(act));

/** Nobody answers so often that the limit by address slows them. */
const someone = () => `${randomUUID()}@client.example`;
interface Sent {
  readonly key?: string;
  readonly revision?: number;
  readonly name?: string;
  readonly email?: string;
  readonly rows?: readonly {
    row_id: number;
    quantity?: string;
    percent?: string;
    reason: 'not_done' | 'measured' | 'other';
    text?: string;
  }[];
}
async function send(hash: string, { key = randomUUID(), revision, name = 'Bob Client', email = someone(), rows = [] }: Sent = {}) {
  const seen = revision ?? (await read(hash)).revision;
  const body = { key, revision: seen, name, email, language: 'lv' as const, rows: [...rows] };
  return server.call('POST /public/answer/', { body }, { publicKey: hash });
}
const code = async (call: Promise<unknown>) => {
  const { status, body } = await refusal(call);
  return [status, (body as { code?: string }).code];
};
const half = (row: ActRow) => fixed(exact(row.quantity, 6) / 2n, 6);

test('an answer link is made only for a submitted act, has an expiry, and exists beside the read-only link', async () => {
  const { act, link, versionId } = await submittedAct();
  expect(link).toMatchObject({ url: expect.stringMatching(/\/answer\/[\w-]{32}$/), expires_at: expect.any(String) });
  const looks = await ann.call('POST /acts/:id/share/', { ...of(act), body: {} });
  expect(looks.url).toContain('/public/');
  expect(await ann.call('GET /acts/:id/', of(act))).toMatchObject({ share: looks, answer_link: link, answer: null });
  expect([(await read(looks.hash)).may_answer, (await read(link.hash)).may_answer]).toEqual([false, true]);
  expect(await code(send(looks.hash))).toEqual([403, 'only_looks']);
  for (const expires_at of [inDays(-1), inDays(401)])
    expect((await refusal(ann.call('POST /acts/:id/answer_link/', { ...of(act), body: { expires_at } }))).status).toBe(400);
  expect((await refusal(ann.call('POST /acts/:id/answer_link/', { ...of(act), body: {} as never }))).status).toBe(400);
  const next = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  expect(await code(linkTo(next))).toEqual([409, 'answer_not_submitted']);
  expect(await code(ann.call('POST /acts/:id/answer_link/rotate/', of(next)))).toEqual([409, 'answer_link_none']);
  const other = await ann.call('POST /acts/:id/answer_link/rotate/', of(act));
  expect(await code(read(link.hash))).toEqual([404, 'link_withdrawn']);
  await ann.call('DELETE /acts/:id/answer_link/', of(act));
  expect(await code(send(other.hash, { revision: 1 }))).toEqual([404, 'link_withdrawn']);
  expect((await read(looks.hash)).may_answer).toBe(false);
});

test('an answer certifies row by row, to the cent: claim, certified quantity, difference and reasons stay, and the rest can be claimed again', async () => {
  const { act, link, lists, claim } = await submittedAct();
  const claimed = await rowsOf(act, lists, 'claimed', link.hash);
  const [one, two, three] = claimed as [ActRow, ActRow, ActRow];
  const before = await summaryOf(act);
  expect(before.claimed).toBeUndefined();
  const shown = await send(link.hash, {
    email: 'bob@client.example',
    rows: [
      { row_id: one.row_id, quantity: '0', reason: 'not_done' },
      { row_id: two.row_id, quantity: half(two), reason: 'measured', text: 'Measured on site' },
      { row_id: three.row_id, percent: '12.5', reason: 'other', text: 'See our letter' },
    ],
  });
  const answer = { name: 'Bob Client', email: '', recorded_by: null, claimed_price: act.price, rows: 3, at: expect.any(String) };
  expect(shown).toMatchObject({ answer, status: { code: 'accepted' }, act: { id: act.id } });
  expect((await ann.call('GET /acts/:id/', of(act))).answer).toEqual({ ...answer, email: 'bob@client.example' });

  const differing = await rowsOf(act, lists, 'differs');
  expect(differing.map(({ row_id, quantity, answered }) => ({ row_id, quantity, answered }))).toEqual([
    { row_id: one.row_id, quantity: '0', answered: { claimed: one.quantity, reason: 'not_done', text: '' } },
    { row_id: two.row_id, quantity: expect.any(String), answered: { claimed: two.quantity, reason: 'measured', text: 'Measured on site' } },
    { row_id: three.row_id, quantity: expect.any(String), answered: { claimed: three.quantity, reason: 'other', text: 'See our letter' } },
  ]);
  // A row certified with nothing is still a claimed row.
  expect((await rowsOf(act, lists, 'claimed')).map(({ row_id }) => row_id)).toEqual(claimed.map(({ row_id }) => row_id));
  const after = await summaryOf(act);
  expect(after.claimed?.total_with_taxes).toEqual(before.total_with_taxes.completed_now);
  expect(after.claimed?.costs[0]).toEqual({ id: lists[0], ...before.costs[0]?.completed_now });
  const plain = await rowsOf(act, lists, 'claimed');
  const counted = addUp(plain.map(({ completed_now }) => fromAmounts(completed_now)));
  expect(toAmounts(counted)).toEqual(after.subtotal.completed_now);
  expect(shown.act.price).toBe(after.total_with_taxes.completed_now.total);

  // C6: the next act builds on the certified quantity.
  const next = await claim('100');
  const again = (await rowsOf(next, lists, 'claimed')).find(({ row_id }) => row_id === one.row_id);
  expect([again?.quantity_before, again?.quantity]).toEqual(['0', one.estimated_quantity]);
  const { rows } = await sql<{ quantity: string; claimed: string }>`
    select d.quantity, w.claimed from act_answer_rows w join act_rows d on d.team_id = w.team_id and d.id = w.id where w.act_id = ${act.id}`.execute(
    server.database.query,
  );
  expect(rows.length).toBe(3);
  const ask = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await server.database.query.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  expect((await wrongTotals(ask)).wrong).toEqual([]);
  expect(minus(fromAmounts(after.total_with_taxes.balance), fromAmounts(after.total_with_taxes.completed_before)).total).toBe(
    exact(shown.act.price, 2),
  );
});

test('every refused row is named with its sentence, and nothing is stored', async () => {
  const { act, link, lists } = await submittedAct();
  const [one, two, three] = (await rowsOf(act, lists, 'claimed')) as [ActRow, ActRow, ActRow];
  const stranger = await submittedAct();
  const [foreign] = (await rowsOf(stranger.act, stranger.lists, 'claimed')) as [ActRow];
  const { status, body } = await refusal(
    send(link.hash, {
      rows: [
        { row_id: one.row_id, quantity: '999999', reason: 'measured' },
        { row_id: two.row_id, quantity: '0', reason: 'other' },
        { row_id: two.row_id, quantity: '0', reason: 'not_done' },
        { row_id: foreign.row_id, quantity: '0', reason: 'not_done' },
        { row_id: three.row_id, quantity: three.quantity, reason: 'not_done' },
        { row_id: three.row_id + 999_999, quantity: '0', reason: 'not_done' },
      ],
    }),
  );
  expect([status, body]).toEqual([
    400,
    {
      'rows.0.quantity': [`The range for this row is 0 to ${one.quantity}${one.unit === '' ? '' : ` ${one.unit}`}`],
      'rows.1.text': ['Say in a few words why'],
      'rows.2.row_id': ['This row is in the answer twice'],
      'rows.3.row_id': [expect.any(String)],
      'rows.4.quantity': ['This is the claimed quantity, so the row needs no answer of its own'],
      'rows.5.row_id': [expect.any(String)],
    },
  ]);
  const malformed = (fields: object) =>
    server.call(
      'POST /public/answer/',
      { body: { key: randomUUID(), revision: 1, name: 'B', email: 'b@c.example', rows: [], ...fields } as never },
      { publicKey: link.hash },
    );
  for (const fields of [
    { name: ' ' },
    { email: 'nobody' },
    { key: 'k' },
    { rows: [{ row_id: one.row_id, quantity: '0', reason: 'because' }] },
    { rows: [{ row_id: one.row_id, quantity: '0', reason: 'not_done', text: 'x'.repeat(501) }] },
    { rows: [{ row_id: one.row_id, quantity: '0', reason: 'not_done', claimed: '1' }] },
    { rows: 'all' },
  ])
    expect((await refusal(malformed(fields))).status).toBe(400);
  expect(await read(link.hash)).toMatchObject({ answer: null, status: { code: 'submitted' } });
  expect((await ann.call('GET /acts/:id/', of(act))).price).toBe(act.price);
});

test('at least the quantity that later acts rely on is certified', async () => {
  const { act, link, lists, claim } = await submittedAct();
  const [row] = (await rowsOf(act, lists, 'claimed')) as [ActRow];
  const next = await claim('50');
  const [same] = (
    await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: next.id, listId: row.list_id }, query: {} })
  ).rows.filter(({ row_id }) => row_id === row.row_id) as [ActRow];
  await ann.call('PUT /act_rows/:id/', { params: { id: same.id }, body: { quantity: `-${half(row)}` } });
  expect(await refusal(send(link.hash, { rows: [{ row_id: row.row_id, quantity: '0', reason: 'not_done' }] }))).toMatchObject({
    status: 400,
    body: { 'rows.0.quantity': [expect.stringMatching(/^Later acts rely on this row: between [\d.]+ and [\d.]+ can be certified$/)] },
  });
  expect((await send(link.hash, { rows: [{ row_id: row.row_id, quantity: half(row), reason: 'not_done' }] })).answer?.rows).toBe(1);
});

test('a later act that a client was shown cannot be answered once the act before it is certified differently from its claim', async () => {
  const { act, link, lists, claim } = await submittedAct();
  const later = await claim('100');
  const laterLink = await linkTo(later);
  const seen = await read(laterLink.hash);
  const [row] = (await rowsOf(act, lists, 'claimed')) as [ActRow];
  await send(link.hash, { rows: [{ row_id: row.row_id, quantity: '0', reason: 'not_done' }] });
  const now = await read(laterLink.hash);
  expect(now.act.price).not.toBe(seen.act.price);
  expect(await code(send(laterLink.hash, { revision: seen.revision }))).toEqual([409, 'act_changed_meanwhile']);
  expect((await send(laterLink.hash, { revision: now.revision })).act.price).toBe(now.act.price);
});

test('a later act that a client was shown can be answered as long as the act before it is certified as claimed', async () => {
  const { link, claim } = await submittedAct();
  const laterLink = await linkTo(await claim('100'));
  const seen = await read(laterLink.hash);
  await send(link.hash);
  expect((await send(laterLink.hash, { revision: seen.revision })).act.price).toBe(seen.act.price);
});

describe('once', () => {
  test('C9: an answer sent twice under one key counts once; another holder of the link is told who answered', async () => {
    const { act, link } = await submittedAct();
    const key = randomUUID();
    const { revision } = await read(link.hash);
    const both = await Promise.all([send(link.hash, { key, revision }), send(link.hash, { key, revision })]);
    expect(both[0].answer).toEqual(both[1].answer);
    expect((await send(link.hash, { key, revision, name: 'Somebody else' })).answer?.name).toBe('Bob Client');
    expect(await refusal(send(link.hash, { name: 'Carl' }))).toMatchObject({
      status: 409,
      body: {
        code: 'already_answered',
        detail: 'Bob Client answered this act before you',
        answered: { name: 'Bob Client', recorded_by: null },
      },
    });
    const { events } = await ann.call('GET /projects/:id/history/', {
      params: { id: act.project_id },
      query: { of: 'act', of_id: act.id },
    });
    expect(events.filter(({ type }) => type === 'answer')).toMatchObject([{ author_id: null, author_name: 'Bob Client' }]);
  });

  test('when two holders answer at once, one answer counts', async () => {
    const { act, link, lists } = await submittedAct();
    const [row] = (await rowsOf(act, lists, 'claimed')) as [ActRow];
    const { revision } = await read(link.hash);
    const rows = [{ row_id: row.row_id, quantity: '0', reason: 'not_done' as const }];
    const outcomes = await Promise.allSettled([
      send(link.hash, { name: 'Bob', revision, rows }),
      send(link.hash, { name: 'Carl', revision }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { answer } = await ann.call('GET /acts/:id/', of(act));
    expect(answer).toMatchObject(outcomes[0].status === 'fulfilled' ? { name: 'Bob', rows: 1 } : { name: 'Carl', rows: 0 });
    expect((await rowsOf(act, lists, 'differs')).length).toBe(answer?.rows);
  });

  test('an answer racing a return to draft: either the answer counts and the act is accepted, or the act is a draft without an answer', async () => {
    const { act, link } = await submittedAct();
    const { revision } = await read(link.hash);
    const [sent, back] = await Promise.allSettled([send(link.hash, { revision }), setStatus(act, 1)]);
    const now = await ann.call('GET /acts/:id/', of(act));
    if (sent.status === 'fulfilled') {
      expect(await code(Promise.reject((back as PromiseRejectedResult).reason))).toEqual([409, 'answer_stands']);
      expect(now).toMatchObject({ status_id: 3, answer: { name: 'Bob Client' } });
    } else {
      expect(await code(Promise.reject(sent.reason))).toEqual([409, 'act_taken_back']);
      expect(now).toMatchObject({ status_id: 1, answer: null });
    }
  });

  test('an answer racing the withdrawal of its link: either it counts or the link is dead', async () => {
    const { act, link } = await submittedAct();
    const { revision } = await read(link.hash);
    const [sent] = await Promise.allSettled([send(link.hash, { revision }), ann.call('DELETE /acts/:id/answer_link/', of(act))]);
    const { answer } = await ann.call('GET /acts/:id/', of(act));
    expect(answer === null).toBe(sent.status === 'rejected');
    if (sent.status === 'rejected') expect(await code(Promise.reject(sent.reason))).toEqual([404, 'link_withdrawn']);
  });
});

test('an act returned to draft or changed meanwhile cannot be answered; quantities are locked while the client may answer', async () => {
  const { act, link, lists } = await submittedAct();
  const { revision } = await read(link.hash);
  const [row] = (await rowsOf(act, lists, 'claimed')) as [ActRow];
  const edit = () => ann.call('PUT /act_rows/:id/', { params: { id: row.id }, body: { quantity: half(row) } });
  expect(await code(edit())).toEqual([409, 'act_awaits_answer']);
  expect(await code(ann.call('POST /acts/:id/complete/', { ...of(act), body: {} }))).toEqual([409, 'act_awaits_answer']);
  await setStatus(act, 1);
  expect(await code(send(link.hash, { revision }))).toEqual([409, 'act_taken_back']);
  await edit();
  await setStatus(act, 2);
  expect(await code(send(link.hash, { revision }))).toEqual([409, 'act_changed_meanwhile']);
  // An expired link unlocks the quantities; once extended, it refuses an answer made on an older revision.
  const { revision: seen } = await read(link.hash);
  await sql`update act_links set expires_at = now() - interval '1 minute' where hash = ${link.hash}`.execute(server.database.query);
  expect(await code(send(link.hash, { revision: seen }))).toEqual([404, 'link_expired']);
  await ann.call('PUT /act_rows/:id/', { params: { id: row.id }, body: { quantity: '0' } });
  expect((await linkTo(act)).hash).toBe(link.hash);
  expect(await code(send(link.hash, { revision: seen }))).toEqual([409, 'act_changed_meanwhile']);
  await setStatus(act, 3);
  expect(await code(send(link.hash))).toEqual([409, 'act_accepted_meanwhile']);
});

describe('withdrawn', () => {
  test('an owner withdraws the latest answer: the original claim stands again, and the client is told in their language', async () => {
    const { act, link, lists, claim, projectId } = await submittedAct();
    const rows = await rowsOf(act, lists, 'claimed');
    const [row] = rows as [ActRow];
    const before = await summaryOf(act);
    const key = randomUUID();
    const email = someone();
    await send(link.hash, { key, email, rows: [{ row_id: row.row_id, quantity: '0', reason: 'not_done' }] });
    const withdraw = (by = ann) => by.call('DELETE /acts/:id/answer/', of(act));
    expect((await refusal(withdraw(bob))).status).toBe(403);
    expect(await code(setStatus(act, 1))).toEqual([409, 'answer_stands']);
    const next = await claim('60');
    expect(await code(withdraw())).toEqual([409, 'answer_not_latest']);
    await ann.call('DELETE /acts/:id/', of(next));
    expect(await withdraw()).toMatchObject({ status_id: 2, answer: null, price: act.price });
    expect(await summaryOf(act)).toEqual(before);
    const again = await rowsOf(act, lists, 'claimed');
    expect(again.map(({ quantity, answered }) => [quantity, answered])).toEqual(rows.map(({ quantity }) => [quantity, undefined]));
    expect(await code(withdraw())).toEqual([409, 'not_answered']);
    const [mail] = await server.mailsTo(email);
    expect([mail?.subject, mail?.link]).toEqual([expect.stringMatching(/^Jūsu atbilde uz aktu Nr\. 1 \(.*\) ir atsaukta$/), link.url]);
    // An answer sent before the withdrawal stays withdrawn, also when it arrives late a second time.
    expect(await code(send(link.hash, { key }))).toEqual([409, 'answer_was_withdrawn']);
    expect((await send(link.hash)).answer?.rows).toBe(0);
    const logged = await server.database.query.selectFrom('security_log').select('kind').where('team_id', '=', ann.teamId).execute();
    const kinds = logged.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['answer_link_made', 'act_answered', 'answer_withdrawn']));
    const { events } = await ann.call('GET /projects/:id/history/', { params: { id: projectId }, query: { of: 'act', of_id: act.id } });
    expect(events.filter(({ type }) => type.startsWith('answer')).map(({ type }) => type)).toEqual([
      'answer',
      'answer_withdrawn',
      'answer',
    ]);
  });

  test('undo stops at an answer and at its withdrawal, and says where to withdraw it', async () => {
    const { act, link, projectId, versionId } = await submittedAct();
    const back = () => ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
    await send(link.hash);
    expect(await refusal(back())).toMatchObject({
      status: 409,
      body: { code: 'answer_not_undone', detail: 'Undo does not withdraw the answer to act 1. Withdraw it in the act' },
    });
    const next = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
    await back();
    expect((await refusal(ann.call('GET /acts/:id/', of(next)))).status).toBe(404);
    expect(await code(back())).toEqual([409, 'answer_not_undone']);
    await ann.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });
    await ann.call('DELETE /acts/:id/', of(next));
    await ann.call('DELETE /acts/:id/answer/', of(act));
    expect(await code(back())).toEqual([409, 'withdrawal_not_undone']);
    expect(await ann.call('GET /acts/:id/', of(act))).toMatchObject({ status_id: 2 });
  });

  test('withdrawing needs a proof of identity', async () => {
    const { act, link } = await submittedAct();
    await send(link.hash);
    await sql`update refresh_families set proved_at = now() - interval '1 hour' where user_id = ${ann.id}`.execute(server.database.query);
    expect(await code(ann.call('DELETE /acts/:id/answer/', of(act)))).toEqual([403, 'proof_needed']);
    await sql`update refresh_families set proved_at = now() where user_id = ${ann.id}`.execute(server.database.query);
  });
});

test('a member records an answer given on paper; it says who recorded it, and is complete like any other', async () => {
  const { act, lists } = await submittedAct();
  const [row] = (await rowsOf(act, lists, 'claimed')) as [ActRow];
  const record = (rows: object[], by = bob) =>
    by.call('POST /acts/:id/answer/', { ...of(act), body: { name: 'Carl Client', rows: rows as never } });
  expect((await refusal(record([{ row_id: row.row_id, quantity: '-1', reason: 'measured' }]))).status).toBe(400);
  const { answer } = await record([{ row_id: row.row_id, quantity: '0', reason: 'measured' }]);
  const { name } = await bob.call('GET /profile/', {});
  expect(answer).toMatchObject({ name: 'Carl Client', email: '', recorded_by: name, rows: 1 });
  expect(await code(record([], ann))).toEqual([409, 'already_answered']);
});

test('owners, admins and the maker of the link are told by mail, each in their language', async () => {
  const { act, lists } = await submittedAct();
  const maker = await server.person({ teamId: ann.teamId, role: 'regular' });
  const other = await server.person({ teamId: ann.teamId, role: 'regular' });
  await sql`update users set language = 'de' where id = ${maker.id}`.execute(server.database.query);
  const made = await maker.call('POST /acts/:id/answer_link/', { ...of(act), body: { expires_at: inDays(3) } });
  await maker.call('POST /acts/:id/answer_link/rotate/', of(act));
  const { answer_link } = await ann.call('GET /acts/:id/', of(act));
  const [row] = (await rowsOf(act, lists, 'claimed')) as [ActRow];
  await send(answer_link?.hash ?? made.hash, { rows: [{ row_id: row.row_id, quantity: '0', reason: 'not_done' }] });
  const mails = await server.mailsTo(maker.email);
  expect(mails.at(-1)).toMatchObject({
    subject: expect.stringMatching(/^Leistungsnachweis 1 \(.*\) ist beantwortet$/),
    link: expect.stringMatching(new RegExp(`/act/${act.id}$`)),
  });
  expect((await server.mailsTo(ann.email)).at(-1)?.subject).toMatch(/^Act 1 of .* has been answered$/);
  expect(await server.database.query.selectFrom('outgoing_mails').select('email').where('email', '=', other.email).execute()).toEqual([]);
});

test('another team, a key of another act and a member without prices are refused everywhere', async () => {
  const { act, link } = await submittedAct();
  const stranger = await server.person();
  for (const door of [
    () => stranger.call('POST /acts/:id/answer_link/', { ...of(act), body: { expires_at: inDays(1) } }),
    () => stranger.call('DELETE /acts/:id/answer_link/', of(act)),
    () => stranger.call('POST /acts/:id/answer/', { ...of(act), body: { name: 'X', rows: [] } }),
    () => stranger.call('DELETE /acts/:id/answer/', of(act)),
  ])
    expect((await refusal(door())).status).toBe(404);
  const limited = await server.person({ teamId: ann.teamId, role: 'regular' });
  const limits = { project_id: null, all: true, limit: { can: 'acts' as const, prices: false } };
  await ann.call('PUT /teams/:id/members/:userId/limits/', { params: { id: ann.teamId, userId: limited.id }, body: limits });
  expect((await refusal(limited.call('POST /acts/:id/answer/', { ...of(act), body: { name: 'X', rows: [] } }))).status).toBe(403);
  await send(link.hash);
  const seen = await limited.call('GET /acts/:id/', of(act));
  expect(seen).toMatchObject({ answer_link: null, share: null, price: null, answer: { claimed_price: null, name: 'Bob Client' } });
});
