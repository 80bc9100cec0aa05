/** The client as it is composed for a browser, with its real machines and calls, against the real server. */
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Row } from '../../domain/api/shapes.ts';
import { rowsMoved } from '../../domain/sentences/editing.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import type { Outside } from '../../src/compose/app/outside.ts';
import { required } from '../../src/compose/calls/required.ts';
import { cellKey, isAtRest, unsentOf, waitingOf } from '../../src/machines/editQueue/selectors.ts';
import { listTable } from '../../src/machines/editQueue/tables.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { chosenRows } from '../../src/machines/rowEdit/chosenRows.ts';
import { CHUNK } from '../../src/machines/rowWindow/chunks.ts';
import { createSocket } from '../../src/services/socket.ts';
import { openTabs } from '../../src/services/tabs.ts';
import type { EstimateScreen } from '../../src/views/estimate/needs.ts';
import { answerLost, type BrowserTab, offline, openTab } from './browserTab.ts';
import { type Client, clientOf as composedOf, ENTRY, signedIn, until, withPage } from './composedClient.ts';
import { importWorkbook, PASSWORD, type Person, startServer, type TestServer, untilRead } from './harness.ts';
import { whileItWaits } from './races/waiting.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const page = withPage();
const clientOf = (person: Person, outside: Partial<Outside> = {}) => composedOf(server, person, outside);

type ListScreen = ReturnType<EstimateScreen['list']>;
interface OpenList {
  readonly projectId: number;
  readonly listId: number;
  readonly estimate: EstimateScreen;
  readonly list: ListScreen;
  readonly first: Row;
}
/** A list with rows, open on its screen. */
async function openList({ screens }: Client, person: Person): Promise<OpenList> {
  const { projectId, versionId } = await importWorkbook(person, 'tests/fixtures/local-estimate.xlsx');
  const { costs } = await person.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const listId = costs[0]?.id ?? 0;
  const estimate = screens.estimate(versionId);
  const list = estimate.list(listId);
  const first = await readRows(person, list, listId);
  return { projectId, listId, estimate, list, first };
}
/** A row with one comment. */
async function commentedRow(person: Person) {
  const { projectId, versionId } = await importWorkbook(person, 'tests/fixtures/local-estimate.xlsx');
  const { costs } = await person.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const added = { params: { id: costs[0]?.id ?? 0 }, body: { rows: [{ name: 'Kerb' }] } };
  const [rowId = 0] = (await person.call('POST /lists/:id/rows/', added)).ids;
  await person.call('POST /rows/:id/comments/', { params: { id: rowId }, body: { text: 'first' } });
  return { projectId, versionId, rowId };
}
/** Reads the first rows again, as after another person's edit; returns the first. */
async function readRows(person: Person, list: ListScreen, listId: number): Promise<Row> {
  const answer = await person.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 50 } });
  if (!('rows' in answer)) throw new Error('These are no rows');
  list.rows.setWindow(0, answer.rows, answer.total);
  const row = answer.rows.find(({ kind }) => kind === 'row');
  if (row === undefined) throw new Error('The list has no row');
  return row;
}
async function savedQuantity(person: Person, { listId, first }: OpenList): Promise<string> {
  const answer = await person.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 50 } });
  return ('rows' in answer && answer.rows.find(({ id }) => id === first.id)?.quantity) || '';
}

/** Types a quantity into the first row. */
function type({ screens: { queue } }: Client, { list, listId, first }: OpenList, text: string): void {
  const row = list.rows.find(first.id) ?? first;
  const subject: Subject = {
    key: cellKey(row.id, 'quantity'),
    table: listTable(listId),
    route: 'PUT /rows/:id/',
    id: row.id,
    field: 'quantity',
    name: row.name,
    value: row.quantity,
    revision: row.revision,
    reads: 'number',
  };
  const grid = createActor(list.grid, { input: { rows: 1, cols: 1, col: 0, subjectAt: () => subject, queue } }).start();
  onTestFinished(() => void grid.stop());
  grid.send({ type: 'grid.entered' });
  grid.send({ type: 'edit.started', draft: text });
  grid.send({ type: 'edit.committed', text, next: null });
}
const edits = ({ asked }: BrowserTab) => asked.filter((path) => path.startsWith('/rows/'));
/** The quantities the first row shows from now on, each once. */
function shownIn({ list, first }: OpenList): readonly string[] {
  const shown: string[] = [];
  list.rows.subscribe(list.rows.indexOf(first.id) ?? 0, () => {
    const quantity = list.rows.find(first.id)?.quantity;
    if (quantity !== undefined && quantity !== (shown.at(-1) ?? first.quantity)) shown.push(quantity);
  });
  return shown;
}

test('a block whose answer is lost is sent again and pasted once', async () => {
  const ann = await server.person();
  const client = await clientOf(ann);
  const open = await openList(client, ann);
  const count = open.list.rows.size() ?? 0;
  const lost: string[] = [];
  client.tab.network = ({ path }, send) => {
    if (!path.endsWith('/paste/') || lost.length > 0) return undefined;
    lost.push(path);
    return answerLost(send);
  };
  const { blocks } = await open.list.tools();
  const blockEdit = createActor(blocks, {}).start();
  onTestFinished(() => void blockEdit.stop());
  blockEdit.send({ type: 'block.asked', asked: { kind: 'paste', top: null, field: 'name', cells: [['Kerb', 'm', '3']], decimal: null } });
  await waitFor(blockEdit, (snapshot) => snapshot.matches('idle'));
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: open.listId }, query: { limit: 1 } });
  expect([lost.length, client.tab.asked.filter((path) => path.endsWith('/paste/')).length, answer]).toMatchObject([
    1,
    2,
    { total: count + 1 },
  ]);
});

/** Three rows on their screen, before a server that gets no edit until it is let. */
async function heldRows() {
  const ann = await server.person();
  const client = await clientOf(ann);
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Held' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const made = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
  const listId = made.list.id;
  const rows = ['Sand', 'Gravel', 'Brick'].map((name, at) => ({ name, quantity: String(at + 1) }));
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows } });
  const estimate = client.screens.estimate(version.id);
  const list = estimate.list(listId);
  const open: OpenList = { projectId: id, listId, estimate, list, first: await readRows(ann, list, listId) };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  client.tab.network = ({ method }, send) => (method === 'GET' ? undefined : released.then(send));
  const { blocks } = await list.tools();
  const blockEdit = createActor(blocks, {}).start();
  onTestFinished(() => void blockEdit.stop());
  return {
    ann,
    client,
    open,
    ids,
    blockEdit,
    /** The names and quantities of the rows, once everything is saved. */
    async saved() {
      release();
      await waitFor(blockEdit, (snapshot) => snapshot.matches('idle'));
      await waitFor(client.screens.queue, isAtRest);
      const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: {} });
      return 'rows' in answer ? answer.rows.map(({ name, quantity }) => `${name} ${quantity}`) : [];
    },
  };
}

test.each([
  ['7', '7'],
  ['=2*3', '6'],
])('a fill uses unsaved text: %s', async (typed, value) => {
  const { client, open, blockEdit, saved } = await heldRows();
  type(client, open, typed);
  blockEdit.send({ type: 'block.asked', asked: { kind: 'fill', top: 0, bottom: 1, fields: ['quantity'] } });
  expect(await saved()).toEqual([`Sand ${value}`, `Gravel ${value}`, 'Brick 3']);
});

test.each([
  ['clear', { kind: 'clear', cells: [['0'], ['0'], ['0']] }, ['Sand 0', 'Gravel 0', 'Colleague 55', 'Brick 0']],
  ['paste', { kind: 'paste', cells: [['7'], ['8'], ['9'], ['10']] }, ['Sand 7', 'Gravel 8', 'Colleague 55', 'Brick 9', ' 10']],
  ['fill', { kind: 'fill', bottom: 2, fields: ['quantity'] }, ['Sand 1', 'Gravel 1', 'Colleague 55', 'Brick 1']],
] as const)('a %s sets the rows it was made on, and none that came between them meanwhile', async (_, made, after) => {
  const { ann, open, ids, blockEdit, saved } = await heldRows();
  const asked = made.kind === 'fill' ? { ...made, top: 0 } : { ...made, top: 0, field: 'quantity' as const, decimal: '.' as const };
  blockEdit.send({ type: 'block.asked', asked });
  const body = { after_id: ids[1] ?? 0, rows: [{ name: 'Colleague', quantity: '55' }] };
  await ann.call('POST /lists/:id/rows/', { params: { id: open.listId }, body });
  expect(await saved()).toEqual(after);
});

test('a block from the last row on sets that row and adds others at the end, below one that came meanwhile', async () => {
  const { ann, open, ids, blockEdit, saved } = await heldRows();
  const asked = { kind: 'paste', top: 2, field: 'quantity', cells: [['9'], ['10']], decimal: '.' } as const;
  blockEdit.send({ type: 'block.asked', asked });
  const body = { after_id: ids[2] ?? 0, rows: [{ name: 'Colleague', quantity: '55' }] };
  await ann.call('POST /lists/:id/rows/', { params: { id: open.listId }, body });
  expect(await saved()).toEqual(['Sand 1', 'Gravel 2', 'Brick 9', 'Colleague 55', ' 10']);
});

test('a copy of rows that are not loaded includes unsaved text', async () => {
  const { client, open, blockEdit } = await heldRows();
  type(client, open, '7');
  open.list.rows.clear();
  const copied = new Promise<string | undefined>((resolve) => blockEdit.on('block.done', ({ outcome }) => resolve(outcome.copied?.text)));
  const columns = [{ id: 'quantity', copied: ({ quantity }: Row) => quantity }];
  blockEdit.send({ type: 'block.asked', asked: { kind: 'copy', top: 0, bottom: 1, columns } });
  expect((await copied)?.trimEnd().split(/\r?\n/)).toEqual(['7', '2']);
});

test('a row whose answer is lost is made once, takes the text typed meanwhile, and is at the place where it was put', async () => {
  const ann = await server.person();
  const client = await clientOf(ann);
  const open = await openList(client, ann);
  const { list, listId, first } = open;
  const count = list.rows.size() ?? 0;
  const lost: string[] = [];
  client.tab.network = ({ path, method }, send) => {
    if (method !== 'POST' || !path.endsWith('/rows/') || lost.length > 0) return undefined;
    lost.push(path);
    return answerLost(send);
  };
  const grid = createActor(list.grid, { input: { rows: 1, cols: 1, col: 0, subjectAt: () => null, queue: client.screens.queue } }).start();
  onTestFinished(() => void grid.stop());
  const place = list.rows.indexOf(first.id) ?? 0;
  const here = list.addRow({ afterId: first.id, kind: 'row', fields: { name: 'Kerb' } });
  const below = list.addRow({ afterId: here });
  expect([list.rows.size(), list.rows.at(place + 1), list.rows.indexOf(below)]).toMatchObject([
    count + 2,
    { id: here, name: 'Kerb' },
    place + 2,
  ]);
  type(client, { ...open, first: required(list.rows.find(here)) }, '7.5');
  type(client, { ...open, first: required(list.rows.find(below)) }, '8');
  await waitFor(client.screens.queue, isAtRest, { timeout: 60_000 });
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { offset: place, limit: 3 } });
  expect(answer).toMatchObject({
    total: count + 2,
    rows: [{ id: first.id }, { name: 'Kerb', quantity: '7.5' }, { name: '', quantity: '8' }],
  });
  // The screen shows the saved rows, under the same keys, without reading them again.
  const rows = 'rows' in answer ? answer.rows : [];
  expect([1, 2].map((step) => list.rows.at(place + step))).toEqual(rows.slice(1, 3));
  expect([1, 2].map((step) => list.rows.keyAt(place + step))).toEqual([here, below]);
  expect([lost.length, list.rows.size()]).toEqual([1, count + 2]);
});

test('edits typed offline are never sent for the next person, and are sent when their author is back', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const colleague = await server.person({ teamId: ann.teamId, role: 'regular' });
  const client = await clientOf(ann);
  const { tab, actum, screens } = client;
  const open = await openList(client, ann);
  tab.network = ({ path }) => (path.startsWith('/rows/') ? offline() : undefined);
  type(client, open, '77');
  await until(() => expect(waitingOf(screens.queue.getSnapshot()).length).toBe(1));

  actum.session.send({ type: 'logout.requested' });
  actum.session.send({ type: 'login.submitted', email: bob.email, password: PASSWORD });
  await signedIn(actum, bob);
  tab.asked.length = 0;
  tab.network = () => undefined;
  dispatchEvent(new Event('online'));
  await actum.api('GET /projects', { query: { team_id: bob.teamId } });
  expect([edits(tab), unsentOf(screens.queue.getSnapshot())]).toEqual([[], []]);

  actum.session.send({ type: 'logout.requested' });
  actum.session.send({ type: 'login.submitted', email: ann.email, password: PASSWORD });
  await signedIn(actum, ann);
  await until(async () => expect(await savedQuantity(colleague, open)).toBe('77'));
  expect(edits(tab)).toEqual([`/rows/${open.first.id}/`]);
});

describe.runIf(inject('engine').kind === 'postgres')('an edit that waits for its project', () => {
  test.each<[string, (client: Client, person: Person) => Promise<unknown>]>([
    ['proves who they are', ({ actum }) => actum.api('POST /proof/', { body: { password: PASSWORD } })],
    ['sets another password', ({ actum }) => actum.api('POST /profile/password/', { body: { old: PASSWORD, new: 'another-secret' } })],
  ])('is saved when its author %s meanwhile', async (_, deed) => {
    const ann = await server.person();
    const colleague = await server.person({ teamId: ann.teamId, role: 'regular' });
    const client = await clientOf(ann);
    const open = await openList(client, ann);
    await whileItWaits(
      server,
      ['projects', open.projectId],
      () => {
        type(client, open, '77');
        return until(() => expect(isAtRest(client.screens.queue.getSnapshot())).toBe(true));
      },
      () => deed(client, ann),
    );
    expect([client.actum.session.getSnapshot().matches('signedIn'), open.list.rows.find(open.first.id)?.quantity]).toEqual([true, '77']);
    expect(await savedQuantity(colleague, open)).toBe('77');
  });
});

test('no listener is left on the page for a person who has logged out', async () => {
  const ann = await server.person();
  const { actum, screens } = await clientOf(ann);
  // Live queries and views of lists are tried again by whoever is signed in.
  const withoutQueue = { online: 2 };
  await until(() => expect(page.listeners()).toEqual({ beforeunload: 1, online: 3, storage: 1 }));
  actum.session.send({ type: 'logout.requested' });
  expect([page.listeners(), screens.queue.getSnapshot().value]).toEqual([withoutQueue, 'nobody']);
});

test('a person is shown as present while the version is on screen, and leaves with it or with the page', async () => {
  const ann = await server.person();
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const client = await clientOf(ann);
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const others = async () => {
    const people = await bob.call('PUT /versions/:id/presence/', { params: { id: versionId } });
    return people.filter(({ id }) => id !== bob.id).map(({ id }) => id);
  };
  const present = async (expected: readonly number[]) => until(async () => expect(await others()).toEqual(expected));
  const { presence } = (await client.screens.together())(projectId, versionId);
  const before = page.listeners();

  const first = createActor(presence).start();
  await present([ann.id]);
  expect(page.listeners()).toEqual({ ...before, pagehide: 1 });
  dispatchEvent(new Event('pagehide'));
  await present([]);
  first.stop();
  expect(page.listeners()).toEqual(before);

  const second = createActor(presence).start();
  await present([ann.id]);
  second.stop();
  await present([]);
});

test('logging out in one tab logs out the others, and signing in again signs them in', async () => {
  const ann = await server.person();
  const { outside, kept } = openTab(server.address, ann.tokens);
  const openAnother = () => {
    const channel = openTabs();
    onTestFinished(() => channel.close());
    const actum = createActum({ ...outside, tabs: channel }, ENTRY);
    onTestFinished(() => actum.stop());
    return actum;
  };
  const [one, other] = [openAnother(), openAnother()];
  await Promise.all([signedIn(one, ann), signedIn(other, ann)]);
  // A call under way would be denied, and end the session by itself.
  await Promise.all([one, other].map(({ reference }) => waitFor(reference, (snapshot) => snapshot.matches('loaded'))));
  one.session.send({ type: 'logout.requested' });
  await waitFor(other.session, (snapshot) => snapshot.matches('signedOut'));
  expect(kept.tokens).toBe(null);
  one.session.send({ type: 'login.submitted', email: ann.email, password: PASSWORD });
  await Promise.all([signedIn(one, ann), signedIn(other, ann)]);
  await Promise.all([one, other].map(({ reference }) => waitFor(reference, (snapshot) => snapshot.matches('loaded'))));
});

test('a late answer never replaces a newer row with an older one', async () => {
  const ann = await server.person();
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const client = await clientOf(ann);
  const open = await openList(client, ann);
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  client.tab.network = ({ path }, send) =>
    path.startsWith('/rows/')
      ? send().then(async (answer) => {
          arrived.resolve();
          await released.promise;
          return answer;
        })
      : undefined;
  const shown = shownIn(open);
  type(client, open, '77');
  await arrived.promise;
  await bob.call('PUT /rows/:id/', { params: { id: open.first.id }, body: { quantity: '88' } });
  await readRows(ann, open.list, open.listId);
  released.resolve();
  // The next edit is sent after the answer to the first was processed.
  client.tab.network = () => undefined;
  type(client, open, '99');
  await until(() => expect(shown.at(-1)).toBe('99'));
  expect(shown).toEqual(['88', '99']);
});

test('a thread on screen shows one’s own new, changed and deleted comments without being loaded again', async () => {
  const ann = await server.person();
  const client = await clientOf(ann);
  const { versionId, rowId, projectId } = await commentedRow(ann);
  const togetherOf = await client.screens.together();
  const part = togetherOf(projectId, versionId).thread('rows', rowId, () => undefined);
  const texts = () => part.thread.get()?.comments.map(({ text }) => text);
  const reading = createActor(part.reading).start();
  await until(() => expect(texts()).toEqual(['first']));
  reading.stop();

  const writing = createActor(part.writing).start();
  writing.send({ type: 'form.submitted', typed: { text: 'second' } });
  await until(() => expect(texts()).toEqual(['first', 'second']));
  const [first, second] = part.thread.get()?.comments ?? [];
  if (first === undefined || second === undefined) throw new Error('There are two comments');
  const rewriting = createActor(part.rewriting).start();
  rewriting.send({ type: 'dialog.opened', subject: second });
  rewriting.send({ type: 'form.submitted', given: 'changed' });
  await until(() => expect(texts()).toEqual(['first', 'changed']));
  const removal = createActor(part.removal).start();
  removal.send({ type: 'dialog.opened', subject: first });
  removal.send({ type: 'form.submitted', given: null });
  await until(() => expect(texts()).toEqual(['changed']));
  for (const actor of [writing, rewriting, removal]) actor.stop();
  const { comments } = await ann.call('GET /rows/:id/comments/', { params: { id: rowId }, query: {} });
  expect(comments.map(({ text }) => text)).toEqual(['changed']);
});

/** A list of 1,100 rows of which only the first and the last 100 are loaded. */
async function longList() {
  const ann = await server.person();
  const client = await clientOf(ann);
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Long' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const params = { id: (await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Long' } })).list.id };
  const cells = Array.from({ length: 1_100 }, (_, at) => [`Row ${at + 1}`]);
  await ann.call('POST /lists/:id/paste/', { params, body: { row_id: null, field: 'name', cells } });
  const list = client.screens.estimate(version.id).list(params.id);
  const read = async (offset: number) => {
    const answer = await ann.call('GET /lists/:id/rows/', { params, query: { offset, limit: 100 } });
    if (!('rows' in answer)) throw new Error('These are no rows');
    return answer;
  };
  for (const offset of [0, 4 * CHUNK]) {
    const { rows, total } = await read(offset);
    list.rows.setWindow(offset, rows, total);
  }
  const namesNow = async () => (await read(0)).rows.map(({ name }) => name);
  return { ann, list, params, namesNow };
}

test('rows that are not all loaded are deleted as they were selected, or not at all', async () => {
  const { ann, list, params, namesNow } = await longList();
  const { deletion } = await list.tools();
  const asking = createActor(deletion).start();
  onTestFinished(() => void asking.stop());
  const range = { anchor: { row: 1, col: 0 }, reach: { row: 1_098, col: 0 } };
  const chosen = () => required(chosenRows({ range, picked: [], cursor: range.reach }, list.rows, 1_100, params.id)).rows;
  const answered = async () => {
    asking.send({ type: 'form.submitted', given: null });
    await waitFor(asking, (snapshot) => !snapshot.matches('submitting'), { timeout: 60_000 });
    return asking.getSnapshot();
  };
  asking.send({ type: 'dialog.opened', subject: chosen() });
  const late = await ann.call('POST /lists/:id/rows/', {
    params,
    body: { after_id: null, rows: [{ name: 'Late 1' }, { name: 'Late 2' }] },
  });
  const { value, context } = await answered();
  expect([value, context.sentence, (await namesNow()).slice(0, 4)]).toEqual([
    'asking',
    rowsMoved(),
    ['Late 1', 'Late 2', 'Row 1', 'Row 2'],
  ]);
  await ann.call('POST /versions/:id/rows/delete/', { params: { id: late.summary.version_id }, body: { ids: late.ids } });
  expect([(await answered()).value, await namesNow()]).toEqual(['closed', ['Row 1', 'Row 1100']]);
});

test('a block over rows that are not all loaded is set where it was selected, or not at all', async () => {
  const { ann, list, params, namesNow } = await longList();
  const blocks = createActor((await list.tools()).blocks).start();
  onTestFinished(() => void blocks.stop());
  const filled = () =>
    new Promise((resolve) => {
      blocks.on('block.done', () => resolve('done'));
      blocks.on('block.refused', ({ sentence }) => resolve(sentence));
      blocks.send({ type: 'block.asked', asked: { kind: 'fill', top: 1, bottom: 1_098, fields: ['name'] } });
    });
  const body = { after_id: null, rows: [{ name: 'Late 1' }, { name: 'Late 2' }] };
  const late = await ann.call('POST /lists/:id/rows/', { params, body });
  expect([await filled(), (await namesNow()).slice(0, 5)]).toEqual([rowsMoved(), ['Late 1', 'Late 2', 'Row 1', 'Row 2', 'Row 3']]);
  await ann.call('POST /versions/:id/rows/delete/', { params: { id: late.summary.version_id }, body: { ids: late.ids } });
  expect([await filled(), (await namesNow()).slice(0, 4)]).toEqual(['done', ['Row 1', 'Row 2', 'Row 2', 'Row 2']]);
});

test('a long block is copied window by window, in the order of its rows, and reports its progress', async () => {
  const ann = await server.person();
  const client = await clientOf(ann);
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Long' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Long' } });
  const names = Array.from({ length: 1_100 }, (_, at) => `Row ${at + 1}`);
  const cells = names.map((name) => [name]);
  await ann.call('POST /lists/:id/paste/', { params: { id: list.id }, body: { row_id: null, field: 'name', cells } });

  const tools = await client.screens.estimate(version.id).list(list.id).tools();
  const told: (number | null)[] = [];
  onTestFinished(tools.share.subscribe(() => told.push(tools.share.get())));
  const blocks = createActor(tools.blocks).start();
  onTestFinished(() => void blocks.stop());
  const copied = new Promise<string | undefined>((resolve) => blocks.on('block.done', ({ outcome }) => resolve(outcome.copied?.text)));
  const columns = [{ id: 'name', copied: ({ name }: Row) => name }];
  blocks.send({ type: 'block.asked', asked: { kind: 'copy', top: 50, bottom: 1_099, columns } });
  expect((await copied)?.trimEnd().split(/\r?\n/)).toEqual(names.slice(50));
  // Of 1,050 rows two windows have 500 each and one 50, whichever comes first.
  expect(told.map((share) => Math.round((share ?? 0) * 1_050) % 50)).toEqual([0, 0, 0, 0]);
  expect([told.length, told.at(0), told.at(-1), told.toSorted((one, other) => Number(one) - Number(other))]).toEqual([4, 0, 1, told]);
  expect(new Set(told).size).toBe(4);
});

test('an import that replaced the one whose carrying was confirmed is not finished', async () => {
  const ann = await server.person();
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { id: accepted } = await finalStatus(server.database.query);
  await ann.call('PUT /acts/:id/', { params: { id: act.id }, body: { status_id: accepted } });
  const paste = async () => {
    await ann.call('POST /import/:id/paste/', {
      params: { id: projectId },
      body: { text: 'Name\tUnit\tQuantity\tRate\nBrick\tm2\t10\t6\n' },
    });
    return untilRead(ann, projectId);
  };
  await paste();
  const client = await clientOf(ann);
  const carrying = createActor((await client.screens.carryings()).ofImport(projectId).machine, { input: { pairs: [] } }).start();
  onTestFinished(() => void carrying.stop());
  await waitFor(carrying, (snapshot) => snapshot.matches({ reviewing: 'idle' }));
  carrying.send({ type: 'carry.requested' });
  await ann.call('POST /import/:id/cancel/', { params: { id: projectId }, body: {} });
  const { import_id: another } = await paste();
  carrying.send({ type: 'carry.confirmed' });
  const { context } = await waitFor(carrying, (snapshot) => snapshot.matches('confirming'));
  expect(context.sentence).toMatchObject({ code: 'not_found' });
  expect(await untilRead(ann, projectId)).toMatchObject({ import_id: another });

  carrying.send({ type: 'carry.declined' });
  await waitFor(carrying, (snapshot) => snapshot.matches({ reviewing: 'idle' }) && snapshot.context.head?.import_id === another);
  carrying.send({ type: 'carry.requested' });
  carrying.send({ type: 'carry.confirmed' });
  await waitFor(carrying, (snapshot) => snapshot.matches('carried'));
});

test.each(['a first import', 'a later import'])(
  '%s under review follows what others change in it until they end it, and loads nothing for changes of one’s own',
  async (kind) => {
    const ann = await server.person();
    const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
    const isFirst = kind === 'a first import';
    const { id: empty } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
    const id = isFirst ? empty : (await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx')).projectId;
    const params = { id };
    const text = 'Name\tUnit\tQuantity\tRate\nBrick\tm2\t10\t6\nSand\tm3\t5\t2\n';
    await ann.call('POST /import/:id/paste/', { params, body: { text } });
    await untilRead(ann, id);

    const client = await clientOf(ann, { openSocket: (keys) => createSocket(`${server.address.replace('http', 'ws')}/v1/graphql`, keys) });
    const screen = (await client.screens.imports())(id);
    const review = createActor(screen.machine, { input: { isUnderWay: true } }).start();
    onTestFinished(() => void review.stop());
    await waitFor(review, (snapshot) => snapshot.matches({ reviewing: 'idle' }));
    const lists = () => review.getSnapshot().context.found?.new_lists ?? [];
    const listId = lists()[0]?.id ?? 0;
    const list = screen.list(listId, 'all');
    const windows = createActor(list.windows).start();
    onTestFinished(() => void windows.stop());
    screen.others.subscribe(() => windows.send({ type: 'project.changed' }));
    await until(() => expect(list.rows.size()).toBe(2));
    const [brick, sand] = [list.rows.at(0), list.rows.at(1)].map((row) => row?.id ?? 0);
    const quantities = () => [0, 1].map((at) => list.rows.at(at)?.cells.quantity);

    const correct = (rowId = 0, quantity = '') =>
      bob.call('PUT /import/:id/rows/:rowId/', { params: { id, rowId }, body: { column_index: 2, value: quantity } });
    await correct(brick, '20');
    await until(() => expect([lists()[0]?.total, quantities()]).toEqual(['130.00', ['20', '5']]));
    await bob.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: sand ?? 0 } });
    await until(() => expect([lists()[0]?.row_count, list.rows.size()]).toEqual([1, 1]));

    client.tab.asked.length = 0;
    review.send({ type: 'change.made', change: { what: 'inclusion', id: listId, included: false } });
    await until(() => expect(lists()[0]?.included).toBe(false));
    await correct(brick, '30');
    await until(() => expect([lists()[0]?.total, quantities()[0]]).toEqual(['180.00', '30']));
    const asked = client.tab.asked.filter((path) => path.startsWith('/import/'));
    if (isFirst) await bob.call('POST /import/:id/cancel/', { params, body: {} });
    else {
      await bob.call('PUT /import/:id/lists/:listId/', { params: { id, listId }, body: { included: true } });
      await bob.call('POST /import/:id/finish/', { params, body: {} });
    }
    await waitFor(review, (snapshot) => snapshot.matches('absent'));
    expect(asked).toEqual([
      `/import/${id}/lists/${listId}/`,
      `/import/${id}/lists/`,
      expect.stringMatching(`/import/${id}/lists/${listId}/\\?`),
    ]);
  },
);

/** The undo and redo of a person in the project of a list. */
async function historyOf(client: Client, { projectId }: OpenList, person: Person) {
  const history = createActor((await client.screens.history())(projectId).machine, { input: { person: person.id } }).start();
  onTestFinished(() => void history.stop());
  const stepped = (request: 'undo.requested' | 'redo.requested') => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    for (const end of [history.on('step.done', ({ way }) => resolve(way)), history.on('step.refused', ({ error }) => resolve(error))])
      onTestFinished(() => end.unsubscribe());
    history.send({ type: request });
    return promise;
  };
  return { history, stepped };
}

test('undo takes back the latest edit, and redo brings it back', async () => {
  const ann = await server.person();
  const client = await clientOf(ann);
  const open = await openList(client, ann);
  const answer = await ann.call('PUT /rows/:id/', { params: { id: open.first.id }, body: { quantity: '41' } });
  expect(answer).toMatchObject({ row: { quantity: '41' } });
  const { stepped } = await historyOf(client, open, ann);
  expect([await stepped('undo.requested'), await savedQuantity(ann, open)]).toEqual(['backward', open.first.quantity]);
  expect([await stepped('redo.requested'), await savedQuantity(ann, open)]).toEqual(['forward', '41']);
});

test('undo takes back what was typed last, also when that is not saved yet', async () => {
  const ann = await server.person();
  const client = await clientOf(ann);
  const open = await openList(client, ann);
  await ann.call('PUT /rows/:id/', { params: { id: open.first.id }, body: { quantity: '41' } });
  const { history, stepped } = await historyOf(client, open, ann);
  await waitFor(history, ({ context }) => context.undo !== null);
  await readRows(ann, open.list, open.listId);
  type(client, open, '42');
  expect([await stepped('undo.requested'), await savedQuantity(ann, open)]).toEqual(['backward', '41']);
  expect([await stepped('redo.requested'), await savedQuantity(ann, open)]).toEqual(['forward', '42']);
});
