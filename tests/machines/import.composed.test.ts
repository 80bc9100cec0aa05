import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { type Api, Refused, Unanswered } from '../../domain/api/call.ts';
import type { ImportLists, ImportRow, Remedy } from '../../domain/api/importShapes.ts';
import { editRefusedFirst, editsWait } from '../../domain/sentences/editing.ts';
import { unreachable } from '../../domain/sentences/general.ts';
import { OpenTables } from '../../src/compose/edits/openTables.ts';
import { sendingEdits } from '../../src/compose/edits/sending.ts';
import type { Follow } from '../../src/compose/live/follow.ts';
import { importOf } from '../../src/compose/screens/import.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { importTable } from '../../src/machines/editQueue/tables.ts';
import { decidedLists } from '../../src/machines/import/found.ts';
import { importModel } from '../../src/machines/import/import.model.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { settled } from '../model/world.ts';

const PROJECT = 7;
type Extra = Parameters<Api>[2];
interface Asked {
  readonly route: string;
  readonly given: unknown;
  readonly extra: Extra;
  readonly call: PromiseWithResolvers<unknown>;
}

/** The lists of the model's answers. */
function found(status: ImportLists['status'], isFirst = true): ImportLists {
  const answers = importModel.events(createActor(importModel.machine, { input: { isUnderWay: true } }).getSnapshot());
  const lists = answers.flatMap((event) => ('output' in event && event.type.endsWith('readLists') ? [event.output as ImportLists] : []));
  const one = lists.find((list) => list.status === status && list.is_first_import === isFirst);
  if (one === undefined) throw new Error(`The model knows no ${status}`);
  return one;
}

/** The composed import, with a server that answers on demand and a socket the test feeds. */
function composed(isUnderWay: boolean) {
  const asked: Asked[] = [];
  const api = ((route: string, given: unknown, extra: Extra = {}) => {
    const call = Promise.withResolvers<unknown>();
    const one = { route, given, extra, call };
    asked.push(one);
    extra.signal?.addEventListener('abort', () => {
      asked.splice(asked.indexOf(one), 1);
      call.reject(extra.signal?.reason);
    });
    return call.promise;
  }) as Api;
  const listeners = new Set<(answer: unknown, isNew: boolean) => void>();
  const follow: Follow = (_asked, answered) => {
    listeners.add(answered);
    return () => listeners.delete(answered);
  };
  const taken = (route: string): Asked => {
    const at = asked.findIndex((one) => one.route === route);
    const [one] = at === -1 ? [] : asked.splice(at, 1);
    if (one === undefined) throw new Error(`Nobody asks for ${route}; asked are: ${asked.map((each) => each.route).join(', ')}`);
    return one;
  };
  const tables = new OpenTables();
  const sendEdit = sendingEdits(api, { edit: (make) => make() }, tables.has);
  const clock = new SimulatedClock();
  const queue = createActor(editQueueMachine.provide({ actors: { sendEdit } }), { input: { prefix: 'key' }, clock }).start();
  queue.send({ type: 'person.changed', person: 1, edits: [] });
  const screen = importOf(api, { queue, tables, refresh: () => undefined }, follow, PROJECT);
  const actor = createActor(screen.machine, { input: { isUnderWay }, clock }).start();
  return {
    screen,
    queue,
    actor,
    clock,
    routes: () => asked.map(({ route }) => route),
    givenTo: (route: string) => asked.find((one) => one.route === route)?.given,
    extraOf: (route: string) => asked.find((one) => one.route === route)?.extra,
    streams: () => listeners.size,
    tell: (imports: readonly object[]) => {
      for (const answered of [...listeners]) answered({ imports }, false);
    },
    async answer(route: string, answer: unknown) {
      taken(route).call.resolve(answer);
      await settled();
    },
    async fail(route: string, error: unknown) {
      taken(route).call.reject(error);
      await settled();
    },
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}
const LISTS = 'GET /import/:id/lists/';
const UPLOAD = 'PATCH /projects/:id/';
const NUMBERS = 'GET /import/:id/summary/';
const CORRECTION = 'PUT /import/:id/rows/:rowId/';

test('the fraction sent of a file is reported while it is sent, and the fraction read, over the socket, until it is read', async () => {
  const world = composed(false);
  world.actor.send({ type: 'file.chosen', file: new File(['rows'], 'estimate.xlsx') });
  world.extraOf(UPLOAD)?.onSent?.(0.4);
  expect([world.value(), world.context().sent]).toEqual(['uploading', 0.4]);
  await world.answer(UPLOAD, {});
  expect(world.streams()).toBe(0);
  await world.answer(LISTS, found('reading'));
  expect([world.value(), world.streams()]).toEqual([{ reading: { waiting: 'listening' } }, 1]);
  world.tell([{ status: 'reading', progress: 0.8 }]);
  expect([world.context().found?.progress, world.routes()]).toEqual([0.8, []]);
  world.tell([{ status: 'importable', progress: 1 }]);
  expect([world.value(), world.streams(), world.routes()]).toEqual([{ reading: 'asking' }, 0, [LISTS]]);
  await world.answer(LISTS, found('importable'));
  expect(world.value()).toEqual({ reviewing: 'idle' });
});

test('when an import is gone by the time of its event, a load finds none', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('reading'));
  world.tell([]);
  await world.fail(LISTS, new Refused(404, { detail: 'Not found' }));
  expect([world.value(), world.streams()]).toEqual(['absent', 0]);
});

test('the server is polled only when the socket is silent: each message postpones the poll', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('reading'));
  for (const progress of [0.55, 0.6, 0.65]) {
    world.clock.increment(4_000);
    world.tell([{ status: 'reading', progress }]);
  }
  expect(world.routes()).toEqual([]);
  world.clock.increment(5_000);
  expect([world.routes(), world.streams()]).toEqual([[LISTS], 0]);
  await world.answer(LISTS, found('reading'));
  expect([world.value(), world.streams()]).toEqual([{ reading: { waiting: 'listening' } }, 1]);
});

test('a cancelled upload stops; an import that arrived all the same is shown', async () => {
  const world = composed(false);
  const begun: string[] = [];
  world.actor.on('import.begun', ({ type }) => begun.push(type));
  for (const isThere of [false, true]) {
    world.actor.send({ type: 'text.pasted', text: 'Name\tQuantity' });
    const { signal } = world.extraOf('POST /import/:id/paste/') ?? {};
    world.actor.send({ type: 'cancel.requested' });
    expect([world.value(), signal?.aborted, world.routes()]).toEqual(['withdrawing', true, [LISTS]]);
    if (isThere) await world.answer(LISTS, found('reading'));
    else await world.fail(LISTS, new Refused(404, { detail: 'Not found' }));
    expect([world.value(), begun.length]).toEqual(isThere ? [{ reading: 'asking' }, 1] : ['choosing', 0]);
  }
});

const row: ImportRow = {
  id: 9,
  sheet_row_index: 2,
  kind: 'row',
  cells: { name: 'Trench', quantity: '3' },
  amount: '6.00',
  stated: null,
  remarks: [],
  changes: {},
  is_new: false,
  errors: [],
};
const subject: Subject = {
  key: '9 quantity',
  table: importTable(PROJECT),
  route: 'PUT /import/:id/rows/:rowId/',
  id: 9,
  field: 'quantity',
  name: 'Trench',
  value: '3',
  revision: 0,
  reads: 'number',
  within: { project: PROJECT, list: 1, column: 3 },
};

const said = { notices: ['No quantity is given: it is taken as 0 (row 4).'], totals: [] };

const column = { column_index: 3, header: 'Qty', recognized_as: 'quantity' as const, certainty: 1, is_decided: false };
const columned = { columns: [column], is_recognized: true, notices: [], totals: [], left_out: [], left_out_count: 0, total: 1 };

/** A table of a list on screen, with a value typed into its only cell. */
function typed({ screen, queue }: ReturnType<typeof composed>, text: string) {
  const { rows, grid, about } = screen.list(1, 'all');
  rows.setWindow(0, [row], 1);
  about.set(columned);
  const table = createActor(grid, { input: { rows: 1, cols: 1, col: 0, subjectAt: () => subject, queue } }).start();
  table.send({ type: 'grid.entered' });
  table.send({ type: 'edit.started', draft: text });
  table.send({ type: 'edit.committed', text, next: null });
  return { rows, about, table };
}

test('a cell corrected in the table changes its row and the errors of the file', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('errors_found'));
  const { rows, about } = typed(world, '5');
  await world.answer(CORRECTION, { row: { ...row, cells: { ...row.cells, quantity: '5' } }, lists: found('importable'), said });
  expect(about.get()).toMatchObject(said);
  expect([rows.find(9)?.cells.quantity, world.context().found?.status, world.value()]).toEqual(['5', 'importable', { reviewing: 'idle' }]);
});

test('the answer to a correction in a list that was left changes the file, but not the list now on screen', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('errors_found'));
  const left = typed(world, '5');
  left.table.stop();
  const { rows, grid, about } = world.screen.list(2, 'all');
  rows.setWindow(0, [{ ...row, id: 20 }], 1);
  const sentence = { detail: 'No unit is given.', code: 'no_unit' };
  const shown = { ...columned, notices: [sentence], totals: [] };
  about.set(shown);
  createActor(grid, { input: { rows: 1, cols: 1, col: 0, subjectAt: () => null, queue: world.queue } }).start();
  await world.answer(CORRECTION, { row, lists: found('importable'), said });
  expect([about.get(), world.context().found?.status]).toEqual([shown, 'importable']);
});

test.each([
  ['importable', { reviewing: { checkingNumbers: 'loading' } }, [NUMBERS]],
  ['errors_found', { reviewing: 'idle' }, []],
] as const)('the numbers wait for one that is being saved, which leaves the file %s', async (status, value, routes) => {
  const world = composed(true);
  await world.answer(LISTS, found('importable', false));
  typed(world, '5');
  world.actor.send({ type: 'finish.requested' });
  await settled();
  // The errors belong to text typed earlier.
  expect(world.routes()).toEqual([CORRECTION]);
  await world.answer(CORRECTION, { row, lists: { ...found(status), is_first_import: false }, said });
  expect([world.value(), world.routes()]).toEqual([value, routes]);
});

const FINISH = 'POST /import/:id/finish/';
const LINE = 'PUT /import/:id/lines/:lineId/';
const INCLUSION = 'PUT /import/:id/lists/:listId/';
const ticked = (what: 'line' | 'inclusion', id: number, included = false) =>
  ({ type: 'change.made', change: { what, id, included } }) as const;

test('decisions made while another is under way are shown at once and sent in order, and finishing comes last', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  const shown = () => {
    const { found: there, ...decisions } = world.context();
    const { new_lists, lines } = decidedLists(there ?? found('importable'), decisions);
    return [...new_lists, ...lines].map(({ included }) => included);
  };
  world.actor.send(ticked('inclusion', 1));
  world.actor.send({ type: 'finish.requested' });
  world.actor.send(ticked('line', 3));
  world.actor.send(ticked('line', 3, true));
  world.actor.send(ticked('inclusion', 2));
  expect([world.routes(), shown()]).toEqual([[INCLUSION], [false, false, true]]);
  await world.answer(INCLUSION, found('importable'));
  expect([world.routes(), world.givenTo(LINE)]).toEqual([[LINE], { params: { id: PROJECT, lineId: 3 }, body: { included: false } }]);
  await world.answer(LINE, found('importable'));
  expect(world.givenTo(LINE)).toEqual({ params: { id: PROJECT, lineId: 3 }, body: { included: true } });
  await world.answer(LINE, found('importable'));
  expect([world.routes(), shown()]).toEqual([[INCLUSION], [true, false, true]]);
  await world.answer(INCLUSION, found('importable'));
  expect([world.value(), world.routes()]).toEqual(['finishing', [FINISH]]);
});

test('after a refused decision its reason stays, later decisions are sent, and the import is not finished', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  world.actor.send(ticked('line', 3));
  world.actor.send(ticked('inclusion', 2));
  world.actor.send({ type: 'finish.requested' });
  await world.fail(LINE, new Unanswered('offline'));
  expect([world.routes(), world.context().sentence]).toEqual([[INCLUSION], unreachable()]);
  await world.answer(INCLUSION, found('importable'));
  expect([world.value(), world.routes(), world.context().sentence]).toEqual([{ reviewing: 'idle' }, [], unreachable()]);
});

test('finishing waits until everything typed before is saved', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  typed(world, '5');
  world.actor.send({ type: 'finish.requested' });
  await settled();
  expect([world.value(), world.routes()]).toEqual(['finishing', [CORRECTION]]);
  await world.answer(CORRECTION, { row, lists: found('importable'), said });
  expect(world.routes()).toEqual([FINISH]);
  await world.answer(FINISH, { project_version_id: 31 });
  expect(world.value()).toBe('done');
});

test('a value refused while finishing waits for it is reported, and the second attempt does not wait', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  typed(world, 'x');
  world.actor.send({ type: 'finish.requested' });
  await world.fail(CORRECTION, new Refused(400, { detail: 'Enter a number' }));
  expect([world.value(), world.context().sentence, world.routes()]).toEqual([{ reviewing: 'idle' }, editRefusedFirst(), []]);
  world.actor.send({ type: 'finish.requested' });
  await settled();
  expect(world.routes()).toEqual([FINISH]);
});

test('errors that a correction makes while finishing waits for it are shown when finishing is refused', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  typed(world, 'x');
  world.actor.send({ type: 'finish.requested' });
  await world.answer(CORRECTION, { row, lists: found('errors_found'), said });
  await world.fail(FINISH, new Refused(409, { detail: 'Correct the errors first' }));
  expect([world.value(), world.context().found?.status]).toEqual([{ reviewing: 'idle' }, 'errors_found']);
});

test('without an answer finishing waits for four attempts and then reports why it failed', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  typed(world, '5');
  world.actor.send({ type: 'finish.requested' });
  for (const seconds of [0, 1, 2, 4]) {
    world.clock.increment(seconds * 1_000);
    await world.fail(CORRECTION, new Unanswered('offline'));
  }
  expect([world.value(), world.context().sentence, world.routes()]).toEqual([{ reviewing: 'idle' }, editsWait(), []]);
  // It asks whether the connection is back, instead of waiting for the next attempt.
  world.actor.send({ type: 'finish.requested' });
  await settled();
  expect(world.routes()).toEqual([CORRECTION]);
  await world.answer(CORRECTION, { row, lists: found('importable'), said });
  expect(world.routes()).toEqual([FINISH]);
});

test('after a change of an import the server no longer has, the import is looked up; an unanswered change is reported', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  const change = { what: 'line', id: 3, included: false } as const;
  world.actor.send({ type: 'change.made', change });
  await world.fail('PUT /import/:id/lines/:lineId/', new Unanswered('offline'));
  expect([world.value(), world.context().sentence]).toEqual([{ reviewing: 'idle' }, unreachable()]);
  world.actor.send({ type: 'change.made', change });
  await world.fail('PUT /import/:id/lines/:lineId/', new Refused(404, { detail: 'Not found' }));
  expect([world.value(), world.routes()]).toEqual([{ reading: 'asking' }, [LISTS]]);
});

test('an import is finished once, and says which version it made', async () => {
  const world = composed(true);
  const finished: (number | null)[] = [];
  world.actor.on('import.finished', ({ versionId }) => finished.push(versionId));
  await world.answer(LISTS, found('importable', false));
  world.actor.send({ type: 'finish.requested' });
  await world.answer(NUMBERS, { saved_summary: null, new_summary: null, causes: null });
  world.actor.send({ type: 'numbers.confirmed', goesOn: false });
  await world.fail('POST /import/:id/finish/', new Unanswered('offline'));
  expect(world.value()).toEqual({ reviewing: 'idle' });
  world.actor.send({ type: 'finish.requested' });
  await world.answer(NUMBERS, { saved_summary: null, new_summary: null, causes: null });
  world.actor.send({ type: 'numbers.confirmed', goesOn: false });
  await world.answer('POST /import/:id/finish/', { project_version_id: 31 });
  expect([world.value(), finished]).toEqual(['done', [31]]);
});

test('calls that end or change an import name the one on screen; when another has replaced it, that one is shown', async () => {
  const params = { id: PROJECT };
  const world = composed(true);
  const shown = found('errors_found');
  const reviewed = { params, body: { import_id: shown.import_id } };
  await world.answer(LISTS, shown);
  world.actor.send({ type: 'removal.requested', removal: { what: 'errors' } });
  world.actor.send({ type: 'removal.confirmed' });
  expect(world.givenTo('DELETE /import/:id/errors/')).toEqual({ params, query: { import_id: String(shown.import_id) } });
  await world.answer('DELETE /import/:id/errors/', found('importable'));
  world.actor.send({ type: 'finish.requested' });
  expect(world.givenTo(FINISH)).toEqual(reviewed);
  await world.fail(FINISH, new Refused(404, { detail: 'Not found' }));
  await world.answer(LISTS, { ...shown, import_id: 41 });
  expect([world.value(), world.context().found?.import_id]).toEqual([{ reviewing: 'idle' }, 41]);
  world.actor.send({ type: 'cancel.requested' });
  world.actor.send({ type: 'cancel.confirmed' });
  expect(world.givenTo('POST /import/:id/cancel/')).toEqual({ params, body: { import_id: 41 } });
  await world.fail('POST /import/:id/cancel/', new Refused(404, { detail: 'Not found' }));
  await world.fail(LISTS, new Refused(404, { detail: 'Not found' }));
  expect(world.value()).toBe('absent');
});

test('an import finished without a version says so, and its screen goes to the project', async () => {
  const world = composed(true);
  const finished: (number | null)[] = [];
  world.actor.on('import.finished', ({ versionId }) => finished.push(versionId));
  await world.answer(LISTS, found('importable'));
  world.actor.send({ type: 'finish.requested' });
  await world.answer('POST /import/:id/finish/', {});
  expect([world.value(), finished]).toEqual(['done', [null]]);
});

test('the remedy of a doubt takes one call, and after a change of a column the lists are loaded', async () => {
  const world = composed(true);
  await world.answer(LISTS, found('importable'));
  const remedied = async (remedy: Remedy, route: string) => {
    world.actor.send({ type: 'change.made', change: { what: 'remedy', remedy } });
    await world.answer(route, found('importable'));
  };
  await remedied({ kind: 'list', list_id: 1, included: false }, 'PUT /import/:id/lists/:listId/');
  await remedied({ kind: 'leave_out', list_id: 1, row_id: 9 }, 'DELETE /import/:id/rows/:rowId/');
  await remedied({ kind: 'take_in', list_id: 1, row_index: 4 }, 'POST /import/:id/lists/:listId/take-in');
  expect(world.value()).toEqual({ reviewing: 'idle' });
  await remedied(
    { kind: 'column', list_id: 1, column_index: 3, recognized_as: 'ignore' },
    'POST /import/:id/lists/:listId/recognize-field',
  );
  expect(world.routes()).toEqual([LISTS]);
  await world.answer(LISTS, found('importable'));
  expect(world.value()).toEqual({ reviewing: 'idle' });
});
