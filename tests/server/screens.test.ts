/** Screens as they are composed for a browser, with their real machines and calls, against the real server. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ActorRefFrom, type AnyStateMachine, createActor, type InputFrom, waitFor } from 'xstate';
import { actRowId } from '../../domain/act.ts';
import { AS_STORED } from '../../domain/rowView.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { required } from '../../src/compose/calls/required.ts';
import { providePeople } from '../../src/compose/people.ts';
import { isAtRest } from '../../src/machines/editQueue/selectors.ts';
import { EVERYTHING, type LogFilter } from '../../src/machines/securityLog/securityLog.ts';
import { createSocket, type OpenStream } from '../../src/services/socket.ts';
import { viewStorage } from '../../src/services/viewStorage.ts';
import type { CompletionAsked } from '../../src/views/act/needs.ts';
import { dayOf } from '../../src/views/dates.ts';
import { clientOf, openClient, until, withPage } from './composedClient.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());
withPage();

function run<Machine extends AnyStateMachine>(machine: Machine, input?: InputFrom<Machine>): ActorRefFrom<Machine> {
  const actor = createActor(machine, { ...(input !== undefined && { input }) } as never).start();
  onTestFinished(() => void actor.stop());
  return actor as ActorRefFrom<Machine>;
}

const DAY = 24 * 60 * 60 * 1000;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type NewRow = readonly [name: string, quantity: string] | readonly [name: string];
const bodyOf = ([name, quantity]: NewRow) => (quantity === undefined ? { kind: 'section' as const, name } : { name, quantity });

/** A version with a list of rows; a row without a quantity is a section's heading. */
async function estimateWith(...rows: readonly NewRow[]) {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { listId, ids } = await listWith(versionId, 'Walls', ...rows);
  return { projectId, versionId, listId, ids };
}
async function listWith(versionId: number, title: string, ...rows: readonly NewRow[]) {
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title } });
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: rows.map(bodyOf) } });
  return { listId: list.id, ids };
}
async function namesIn(listId: number) {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: {} });
  return 'rows' in answer ? answer.rows.map(({ name }) => name) : [];
}

test('a view of a list chosen before the server’s arrives stays, and is sent to the server', async () => {
  const { versionId, listId } = await estimateWith(['Ground'], ['Sand', '1']);
  const params = { id: listId };
  await ann.call('PUT /lists/:id/view/', { params, body: { estimate: { ...AS_STORED, sort: { field: 'name', falling: true } } } });
  const client = await clientOf(server, ann);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  client.tab.network = ({ method, path }, send) =>
    method === 'GET' && path.startsWith(`/lists/${listId}/rows/`) ? released.then(send) : undefined;
  const list = client.screens.estimate(versionId).list(listId);
  run(list.windows);
  await until(() => expect(client.tab.asked.some((path) => path.startsWith(`/lists/${listId}/rows/`))).toBe(true));
  const chosen = { ...AS_STORED, foldedFrom: 1 };
  list.view.set(chosen);
  list.keep(chosen);
  release();
  await until(() => expect(list.rows.size()).not.toBeNull());
  expect(list.view.get()).toEqual(chosen);
  await until(async () => {
    const answer = await ann.call('GET /lists/:id/rows/', { params, query: { kept: 'true' } });
    expect(answer).toMatchObject({ kept: chosen });
  });
});

test('a view of a list that only this browser has is shown and sent to the server; the rows it hides are counted', async () => {
  const { versionId, listId } = await estimateWith(['Ground'], ['Sand', '1'], ['Gravel', '2']);
  const client = await clientOf(server, ann);
  viewStorage.write(`${ann.id} list ${listId}`, { ...AS_STORED, foldedFrom: 1 });
  const list = client.screens.estimate(versionId).list(listId);
  run(list.windows);
  await until(() => expect(list.rows.size()).not.toBeNull());
  expect([list.rows.size(), list.shown.get()]).toEqual([1, { stored: 3, amounts: null }]);
  await until(async () => {
    const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { kept: 'true' } });
    expect(answer).toMatchObject({ kept: { foldedFrom: 1 } });
  });
});

test('rows are moved and added below a heading, or below all rows of its section', async () => {
  const { versionId, listId, ids } = await estimateWith(['Sand', '1'], ['Gravel', '2'], ['Ground'], ['Brick', '3']);
  const [sand = 0, gravel = 0, ground = 0] = ids;
  const client = await clientOf(server, ann);
  const list = client.screens.estimate(versionId).list(listId);
  const rowEdits = run((await list.tools()).rowEdits);
  const moved = async (id: number, pastRows: boolean) => {
    rowEdits.send({
      type: 'edit.requested',
      edit: { kind: 'move', rows: { ids: [id] }, listId, afterId: ground, ...(pastRows && { pastRows }) },
    });
    await waitFor(rowEdits, (snapshot) => snapshot.matches('idle'));
    return namesIn(listId);
  };
  expect(await moved(sand, false)).toEqual(['Gravel', 'Ground', 'Sand', 'Brick']);
  expect(await moved(gravel, true)).toEqual(['Ground', 'Sand', 'Brick', 'Gravel']);

  run(list.windows);
  await until(() => expect(list.rows.size()).toBe(4));
  list.addRow({ afterId: ground, fields: { name: 'First' } });
  list.addRow({ afterId: ground, pastRows: true, fields: { name: 'Last' } });
  await waitFor(client.screens.queue, isAtRest);
  expect(await namesIn(listId)).toEqual(['Ground', 'First', 'Sand', 'Brick', 'Gravel', 'Last']);
});

/** An act of one row. */
async function oneAct(versionId: number, rows: Readonly<Record<number, string>>) {
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const set = (rowId: number, quantity: string) =>
    ann.call('PUT /act_rows/:id/', { params: { id: actRowId(rowId, act.place) }, body: { quantity } });
  for (const [rowId, quantity] of Object.entries(rows)) await set(Number(rowId), quantity);
  return { actId: act.id, set };
}

/** Live queries over real sockets, which a test can cut. */
function cutSockets() {
  const under = new Map<object, () => void>();
  const openSocket = (keys: Parameters<typeof createSocket>[1]): OpenStream => {
    const open = createSocket(`${server.address.replace('http', 'ws')}/v1/graphql`, keys);
    return (asked, listener) => {
      const close = open(asked, listener);
      under.set(listener, () => {
        close();
        listener.failed(new Error('The connection was cut'));
      });
      return () => {
        under.delete(listener);
        close();
      };
    };
  };
  const cut = () => {
    for (const each of [...under.values()]) each();
  };
  return { openSocket, cut };
}

test('the holder of an act’s link follows the act, also after the connection was cut, until the link is withdrawn', async () => {
  const { versionId, ids } = await estimateWith(['Sand', '10']);
  const [sand = 0] = ids;
  await ann.call('PUT /rows/:id/', { params: { id: sand }, body: { unit_materials: '3' } });
  const { actId, set } = await oneAct(versionId, { [sand]: '4' });
  const { hash } = await ann.call('POST /acts/:id/share/', { params: { id: actId }, body: {} });
  const sockets = cutSockets();
  const client = openClient(server, null, { path: `/public/${hash}`, search: '' }, { openSocket: sockets.openSocket });
  const screen = (await client.screens.publicAct())();
  const page = run(screen.machine);
  const isLive = () => page.getSnapshot().matches({ open: { act: 'shown', news: 'live' } });
  await waitFor(page, (snapshot) => isLive() || snapshot.matches('over'));
  expect(isLive()).toBe(true);
  const total = () => screen.summary.get()?.total_with_taxes.completed_now.total;
  expect([screen.act.get()?.act.id, total()]).toEqual([actId, '12.00']);
  await set(sand, '5');
  await until(() => expect(total()).toBe('15.00'));

  // A change may have been missed while the connection was cut.
  await waitFor(page, (snapshot) => snapshot.matches({ open: { act: 'shown' } }));
  client.tab.asked.length = 0;
  sockets.cut();
  await until(() => expect(client.tab.asked).toContain('/public/act/'));
  await set(sand, '6');
  await until(() => expect(total()).toBe('18.00'));

  await ann.call('DELETE /acts/:id/share/', { params: { id: actId } });
  await waitFor(page, (snapshot) => snapshot.matches('over'));
  expect(page.getSnapshot().context.code).toBe('link_withdrawn');
});

test('while rows to pair with a settled one are sought, those found before stay, and only those of another row go', async () => {
  const { projectId, versionId, ids } = await estimateWith(['Sand bed', '10'], ['Gutter', '4'], ['Brick', '2']);
  const [sand = 0, gutter = 0] = ids;
  const { actId } = await oneAct(versionId, { [sand]: '3', [gutter]: '1' });
  const { id: accepted } = await finalStatus(server.database.query);
  await ann.call('PUT /acts/:id/', { params: { id: actId }, body: { status_id: accepted } });
  const { id: later } = await ann.call('POST /projects/:id/versions/', {
    params: { id: projectId },
    body: { from_version_id: versionId },
  });
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: later } });
  const copied = await ann.call('GET /lists/:id/rows/', { params: { id: costs[0]?.id ?? 0 }, query: {} });
  const gone = 'rows' in copied ? copied.rows.filter(({ name }) => name !== 'Brick').map(({ id }) => id) : [];
  await ann.call('POST /versions/:id/rows/delete/', { params: { id: later }, body: { ids: gone } });
  await listWith(later, 'Roof', ['Gutter of zinc', '4'], ['Sand bed, washed', '10']);

  const client = await clientOf(server, ann);
  const part = (await client.screens.carryings()).into(later);
  const review = run(part.machine, { pairs: [] });
  await waitFor(review, (snapshot) => snapshot.matches({ reviewing: 'idle' }));
  const rowOf = (name: string) => required(part.rows.get()?.find(({ from }) => from?.name === name));
  const shown: string[][] = [];
  onTestFinished(part.candidates.subscribe(() => shown.push((part.candidates.get() ?? []).map(({ into }) => into?.name ?? ''))));
  const chosen = () => waitFor(review, (snapshot) => snapshot.matches({ reviewing: { picking: 'choosing' } }));
  const both = ['Gutter of zinc', 'Sand bed, washed'];

  review.send({ type: 'row.picked', row: rowOf('Gutter') });
  await chosen();
  review.send({ type: 'candidates.typed', sought: 'sand' });
  await waitFor(review, (snapshot) => snapshot.matches({ reviewing: { picking: 'typing' } }));
  await chosen();
  expect(shown).toEqual([[], both, both.slice(1)]);
  review.send({ type: 'row.picked', row: rowOf('Sand bed') });
  await chosen();
  expect(shown.slice(3)).toEqual([[], both.toReversed()]);
});

test('a list of the whole contract is folded by itself, and unfolded by itself among folded ones', async () => {
  const { versionId } = await estimateWith(['Sand', '1']);
  await listWith(versionId, 'Roof', ['Tiles', '2']);
  await listWith(versionId, 'Yard', ['Fence', '3']);
  const client = await clientOf(server, ann);
  const screen = (await client.screens.wholeContract())(versionId);
  const { rows, windows, view } = screen.rows(null);
  const reading = run(windows);
  const names = () => Array.from({ length: rows.size() ?? 0 }, (_, at) => rows.at(at)?.name);
  await until(() => expect(names()).toEqual(['Walls', 'Sand', 'Roof', 'Tiles', 'Yard', 'Fence', '', '']));
  const second = { ...AS_STORED, flipped: [2] };
  view.set(second);
  reading.send({ type: 'project.changed' });
  await until(() => expect(names()).toEqual(['Walls', 'Sand', 'Roof', 'Yard', 'Fence', '', '']));
  view.set({ ...second, foldedFrom: 1 });
  reading.send({ type: 'project.changed' });
  await until(() => expect(names()).toEqual(['Walls', 'Roof', 'Tiles', 'Yard', '', '']));
});

test('a team’s log is narrowed to a group, a person and days', async () => {
  const owner = await server.person();
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  const params = { id: owner.teamId };
  await owner.call('PUT /teams/:id/company/', { params, body: { address: '1 Quarry Lane' } });
  await owner.call('PATCH /teams/:id/members/:userId/', { params: { ...params, userId: member.id }, body: { role: 'admin' } });
  await member.call('PUT /teams/:id/company/', { params, body: { address: '2 Quarry Lane' } });
  const client = await clientOf(server, owner);
  const screen = (await client.screens.securityLog())(owner.teamId);
  const log = run(screen.machine);
  const shown = async (filter: Partial<LogFilter>) => {
    log.send({ type: 'filter.chosen', filter: { ...EVERYTHING, ...filter } });
    await waitFor(log, (snapshot) => snapshot.matches('ready'));
    return (screen.entries.get() ?? []).map(({ kind, user_name }) => [kind, user_name]);
  };
  const earlier = { kind: 'role_changed', team_id: owner.teamId, user_id: owner.id, user_name: owner.email } as const;
  await server.database.query
    .insertInto('security_log')
    .values({ ...earlier, at: new Date(Date.now() - 3 * DAY) })
    .execute();
  const between = dayOf(new Date(Date.now() - DAY));
  const { email } = owner;
  expect(await shown({ group: 'team' })).toEqual([
    ['settings_changed', member.email],
    ['settings_changed', email],
  ]);
  expect(await shown({ person: owner.id, from: between })).toEqual([
    ['role_changed', email],
    ['settings_changed', email],
    ['sign_in', email],
  ]);
  expect(await shown({ group: 'people', until: between })).toEqual([['role_changed', email]]);
  expect(await shown({ group: 'people', from: between })).toEqual([['role_changed', email]]);
});

test('a team’s address and logo are shown as soon as they are changed', async () => {
  const client = await clientOf(server, ann);
  const team = providePeople(client.actum).team(ann.teamId);
  const reading = run(team.reading);
  await until(() => expect(team.company.get()).toMatchObject({ address: '', logo: null }));
  reading.stop();
  const about = run(team.about);
  about.send({ type: 'form.submitted', typed: { address: '1 Quarry Lane', registration: '4000' } });
  await waitFor(about, (snapshot) => snapshot.matches({ edit: 'accepted' }));
  expect(team.company.get()).toMatchObject({ address: '1 Quarry Lane', registration: '4000', logo: null });
  const logo = run(team.logo);
  logo.send({ type: 'dialog.opened', subject: null });
  logo.send({ type: 'form.submitted', given: PNG });
  await waitFor(logo, (snapshot) => snapshot.matches('closed'));
  expect(team.company.get()).toMatchObject({ address: '1 Quarry Lane', logo: `data:image/png;base64,${PNG}` });
});

test('a row found by its code or its name is named by those of the two that it has', async () => {
  const { listId, ids } = await estimateWith(['Limestone', '1']);
  await ann.call('PUT /rows/:id/', { params: { id: ids[0] ?? 0 }, body: { code: 'Q-1' } });
  const params = { id: listId };
  await ann.call('POST /lists/:id/rows/', { params, body: { rows: [{ code: 'Q-2' }, { name: 'Q-3 slate' }] } });
  const client = await clientOf(server, ann);
  const search = run((await client.screens.rowSearch())(ann.teamId));
  const found = Promise.withResolvers<readonly string[]>();
  search.on('rows.found', ({ rows }) => found.resolve(rows.map(({ name }) => name)));
  search.send({ type: 'text.typed', text: 'Q-' });
  expect((await found.promise).toSorted()).toEqual(['Q-1  Limestone', 'Q-2', 'Q-3 slate']);
});

test('the parties on prints are those of the project on screen, and a client named there is among them at once', async () => {
  const [yard, roof] = [(await estimateWith(['Sand', '1'])).projectId, (await estimateWith(['Sand', '1'])).projectId];
  const client = await clientOf(server, ann);
  const paper = await client.screens.paper();
  const nameClient = async (projectId: number, name: string) => {
    const naming = run(paper.client(projectId));
    naming.send({ type: 'form.submitted', typed: { name, address: '', registration: '', contract_number: '', contract_date: '' } });
    await waitFor(naming, (snapshot) => snapshot.matches({ edit: 'accepted' }));
  };
  const onScreen = async (projectId: number) => {
    const { parties, reading } = paper.parties(projectId);
    const loading = run(reading);
    await until(() => expect(parties.get()).not.toBeNull());
    loading.stop();
    return () => parties.get()?.client.name;
  };
  const ofYard = await onScreen(yard);
  await nameClient(yard, 'Harbour Homes');
  expect(ofYard()).toBe('Harbour Homes');
  // The print of the same project asks for nothing again.
  expect(paper.parties(yard).parties.get()?.client.name).toBe('Harbour Homes');
  await nameClient(roof, 'Hill Homes');
  expect(ofYard()).toBe('Harbour Homes');
  expect(paper.parties(roof).parties.get()).toBeNull();
  expect((await onScreen(roof))()).toBe('Hill Homes');
});

test('a completion that would change one later act is asked about first', async () => {
  const { versionId, ids } = await estimateWith(['Sand', '10']);
  const [sand = 0] = ids;
  await ann.call('PUT /rows/:id/', { params: { id: sand }, body: { unit_materials: '3' } });
  const first = await oneAct(versionId, { [sand]: '4' });
  const second = await oneAct(versionId, { [sand]: '5' });
  const claimed = async (actId: number) => {
    const answer = await ann.call('GET /acts/:id/summary/', { params: { id: actId } });
    return answer.total_with_taxes.completed_now.total;
  };
  const client = await clientOf(server, ann);
  const screen = (await client.screens.act())(first.actId);
  const [completion, moves] = [run(screen.completion), run(screen.completionMoves)];
  const asked = Promise.withResolvers<CompletionAsked | null>();
  completion.on('form.accepted', ({ output }) => asked.resolve('what' in output ? output : null));
  completion.send({ type: 'dialog.opened', subject: { listId: null, name: '' } });
  completion.send({ type: 'form.submitted', given: '100' });
  const question = await asked.promise;
  expect(question).toMatchObject({ percent: '100', later: [{ id: second.actId }] });
  expect([await claimed(first.actId), await claimed(second.actId)]).toEqual(['12.00', '15.00']);
  moves.send({ type: 'dialog.opened', subject: required(question) });
  moves.send({ type: 'form.submitted', given: null });
  await waitFor(moves, (snapshot) => snapshot.matches('closed'));
  expect([await claimed(first.actId), await claimed(second.actId)]).toEqual(['15.00', '15.00']);
});

test('an invoice with a tax of 0 percent is checked as zero rated from the beginning', async () => {
  const { versionId, ids } = await estimateWith(['Sand', '10']);
  const [sand = 0] = ids;
  await ann.call('PUT /rows/:id/', { params: { id: sand }, body: { unit_materials: '3' } });
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '0' } });
  const { actId } = await oneAct(versionId, { [sand]: '4' });
  const { id: accepted } = await finalStatus(server.database.query);
  const params = { id: actId };
  await ann.call('PUT /acts/:id/', { params, body: { status_id: accepted } });
  const { due } = await ann.call('GET /acts/:id/certificate/', { params });
  const { id: certificateId } = await ann.call('POST /acts/:id/certificate/', { params, body: { due } });
  const client = await clientOf(server, ann);
  const invoice = run((await client.screens.invoices()).invoice);
  invoice.send({ type: 'invoice.opened', certificateId: certificateId ?? 0 });
  const { context } = await waitFor(invoice, (snapshot) => snapshot.matches({ open: 'choosing' }));
  const unsaid = context.check?.broken.filter(({ rule }) => rule === 'BR-CO-04');
  expect([context.check?.untaxed, context.chosen?.untaxed, unsaid]).toEqual(['zero', 'Z', []]);
});
