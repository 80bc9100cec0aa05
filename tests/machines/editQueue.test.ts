import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { asNew, BLOCK, EDIT, editQueueModel, KEPT } from '../../src/machines/editQueue/editQueue.model.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { cellsOf, isAtRest, refusedOf, waitingOf } from '../../src/machines/editQueue/selectors.ts';
import type { CellEdit, Edit } from '../../src/machines/editQueue/types.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(editQueueModel, { promises: ['sendEdit'] });

const away = new Unanswered('offline');
const price: CellEdit = { ...EDIT, field: 'unit_labour', text: '3' };
const other: CellEdit = { ...EDIT, id: 8 };
/** The answer to a cell edit that left this revision. */
const leaving = ({ route, id, text }: CellEdit, from: number, to: number) => ({
  answer: null,
  value: text,
  step: { route, id, from, to },
});

function queue() {
  const clock = new SimulatedClock();
  const calls = holdCalls();
  const actor = createActor(editQueueMachine.provide({ actors: { sendEdit: calls.actor('sendEdit') } }), {
    clock,
    input: { prefix: 'key' },
  }).start();
  const heard: string[] = [];
  actor.on('*', (event) => heard.push('edit' in event ? `${event.type} ${event.edit.key}` : event.type));
  actor.send({ type: 'person.changed', person: 1, edits: [] });
  const add = (...edits: readonly Edit[]) => {
    for (const edit of edits) actor.send({ type: 'edit.added', edit: asNew(edit) });
  };
  const revisions = () => actor.getSnapshot().context.edits.map((edit) => [edit.key, edit.kind === 'cell' ? edit.revision : null]);
  return { actor, add, calls, clock, heard, revisions };
}

test('edits made without a connection are sent in order once it is back, each under its key until it is answered', async () => {
  const { actor, add, calls, clock, heard, revisions } = queue();
  add(EDIT, BLOCK, price, other);
  await calls.reject('sendEdit', away);
  expect(waitingOf(actor.getSnapshot()).map(({ key }) => key)).toEqual(['key.0', 'key.1', 'key.2', 'key.3']);
  clock.increment(999);
  expect(actor.getSnapshot().value).toBe('waiting');
  clock.increment(1);
  await calls.reject('sendEdit', away);
  clock.increment(1_999);
  expect(actor.getSnapshot().value).toBe('waiting');
  actor.send({ type: 'retry.requested' });
  await calls.resolve('sendEdit', leaving(EDIT, 1, 5));
  expect(revisions()).toEqual([
    ['key.1', null],
    ['key.2', 5],
    ['key.3', 1],
  ]);
  await calls.resolve('sendEdit', { answer: null, value: '', step: null });
  await calls.resolve('sendEdit', leaving(price, 5, 6));
  await calls.resolve('sendEdit', leaving(other, 1, 7));
  expect(heard).toEqual([
    'edits.postponed',
    'edits.postponed',
    ...['key.0', 'key.1', 'key.2', 'key.3'].map((key) => `edit.taken ${key}`),
    'queue.caughtUp',
  ]);
  expect(actor.getSnapshot().value).toBe('resting');
});

test('a refused edit delays no other and stays until it is given up or typed over', async () => {
  const { actor, add, calls } = queue();
  add(EDIT, other);
  await calls.reject('sendEdit', new Refused(404, { detail: 'Not found' }));
  await calls.resolve('sendEdit', leaving(other, 1, 2));
  const problem = { status: 404, body: { detail: 'Not found' } };
  expect(refusedOf(actor.getSnapshot())).toEqual([{ ...EDIT, key: 'key.0', problem }]);
  add({ ...EDIT, text: '9' });
  expect(actor.getSnapshot().context.edits.map(({ key }) => key)).toEqual(['key.2']);
});

test('a refused edit that is tried again gets a new key, because the server keeps the refusal under the old one', async () => {
  const { actor, add, calls } = queue();
  add(BLOCK);
  await calls.reject('sendEdit', new Refused(409, { code: 'frozen', params: { version: '2' } }));
  expect(refusedOf(actor.getSnapshot())[0]?.problem?.body).toEqual({ code: 'frozen', params: { version: '2' } });
  actor.send({ type: 'edit.retried', key: 'key.0' });
  expect(actor.getSnapshot().context.edits).toEqual([{ ...BLOCK, key: 'key.1', problem: null }]);
  expect(calls.pending()).toEqual(['sendEdit']);
});

test('nothing is sent after a person signs out, and the next person has an empty queue of their own', async () => {
  const { actor, add, calls } = queue();
  add(EDIT, other);
  expect(calls.pending()).toEqual(['sendEdit']);
  actor.send({ type: 'person.changed', person: null, edits: [] });
  expect([calls.pending(), actor.getSnapshot().context.edits]).toEqual([[], []]);
  add(EDIT);
  expect(actor.getSnapshot().context.edits).toEqual([]);
  actor.send({ type: 'person.changed', person: 2, edits: [] });
  expect([calls.pending(), actor.getSnapshot().value]).toEqual([[], 'resting']);
  actor.send({ type: 'person.changed', person: 1, edits: KEPT });
  expect([calls.pending(), actor.getSnapshot().context.edits]).toEqual([['sendEdit'], KEPT]);
});

test('a value typed before one’s own block was answered moves to the revision of the block, unless somebody else has changed it', async () => {
  const { actor, add, calls, revisions } = queue();
  const row = { quantity: '5', unit_labour: '10', unit_tools: '2' };
  const over = (field: string, value: string, id = 7): CellEdit => ({ ...EDIT, id, field, value, text: '9' });
  // The block sets the quantity; the labour is as it was typed over, the tools are not.
  add(BLOCK, over('quantity', '12.5'), over('unit_labour', '10'), over('unit_tools', '1'), over('quantity', '12.5', 8));
  await calls.resolve('sendEdit', { answer: null, value: '', step: null, rows: [{ id: 7, revision: 4, ...row }] });
  expect(revisions().map(([, revision]) => revision)).toEqual([4, 4, 1, 1]);
  // An editor that was open before is committed after the answer, or after it was undone.
  actor.send({ type: 'edit.added', edit: asNew(over('unit_labour', '10')), known: 4 });
  actor.send({ type: 'edit.added', edit: asNew(over('unit_labour', '10')), known: 1 });
  expect(revisions().map(([, revision]) => revision)).toEqual([4, 4, 1, 1, 4, 1]);
});

test('a value typed before an earlier value was answered moves to the earlier one’s revision, but not past the revision on screen', async () => {
  const { actor, add, calls, revisions } = queue();
  add(EDIT);
  await calls.resolve('sendEdit', leaving(EDIT, 1, 2));
  add(price);
  expect(revisions()).toEqual([['key.1', 2]]);
  await calls.resolve('sendEdit', leaving(price, 2, 3));
  // Undo took the record back to the first revision.
  actor.send({ type: 'edit.added', edit: asNew(price), known: 1 });
  expect(revisions()).toEqual([['key.2', 1]]);
});

test('a cell shows the state of its latest edit, and briefly that it was saved', async () => {
  const { actor, add, calls, clock } = queue();
  const cell = () => {
    const found = cellsOf(actor.getSnapshot(), 'list 12').get('7 quantity');
    return found && [found.mode, found.edit.text, found.edit.value];
  };
  add(EDIT);
  expect(cell()).toEqual(['saving', '7.5', '12.5']);
  await calls.reject('sendEdit', away);
  expect(cell()).toEqual(['waiting', '7.5', '12.5']);
  expect(cellsOf(actor.getSnapshot(), 'list 13').size).toBe(0);
  actor.send({ type: 'retry.requested' });
  await calls.resolve('sendEdit', leaving(EDIT, 1, 2));
  expect(cell()).toEqual(['saved', '7.5', '7.5']);
  clock.increment(199);
  expect(cell()?.[0]).toBe('saved');
  clock.increment(1);
  expect(cell()).toBe(undefined);
});

/** A row to be made under an id of this device, and edits of it. */
const insert = (id: number, more: { afterId?: number | null; fields?: Record<string, string> } = {}): Edit => ({
  kind: 'rows',
  key: '',
  table: EDIT.table,
  name: 'Roads',
  version: 3,
  problem: null,
  change: {
    kind: 'insert',
    listId: 12,
    ...(more.afterId !== undefined && { afterId: more.afterId }),
    row: { id, kind: 'row', fields: more.fields ?? {} },
  },
});
const gone = (...ids: readonly number[]): Edit => ({
  kind: 'rows',
  key: '',
  table: EDIT.table,
  name: 'Roads',
  version: 3,
  problem: null,
  change: { kind: 'delete', ids },
});

test('edits of a local row wait until the server has made the row, and then go to it', async () => {
  const { actor, add, calls } = queue();
  add(insert(-1), { ...EDIT, id: -1, revision: 0 }, insert(-2, { afterId: -1 }), { ...BLOCK, rowId: -1 } as Edit, gone(-1, 7));
  expect(calls.pending()).toEqual(['sendEdit']);
  await calls.resolve('sendEdit', { answer: null, value: '', step: null, made: { here: -1, id: 70, revision: 5 } });
  add({ ...price, id: -1, revision: 0 });
  const { edits } = actor.getSnapshot().context;
  expect(edits).toMatchObject([
    { id: 70, revision: 5 },
    { change: { afterId: 70, row: { id: -2 } } },
    { rowId: 70 },
    { change: { ids: [70, 7] } },
    { id: 70, field: 'unit_labour', revision: 5 },
  ]);
});

test('a refused row holds back only its own edits; giving it up drops them, and rows placed after it take its position', async () => {
  const { actor, add, calls, revisions } = queue();
  const after = insert(-2, { afterId: -1, fields: { quantity: '7.5' } });
  add(insert(-1, { afterId: 4, fields: { name: 'Sand' } }), { ...BLOCK, rowId: -1 } as Edit, after, gone(-1, 7), gone(-1), other);
  await calls.reject('sendEdit', new Refused(409, { code: 'code_estimate_has_act' }));
  await calls.resolve('sendEdit', leaving(other, 1, 2));
  expect([actor.getSnapshot().value, isAtRest(actor.getSnapshot()), revisions()]).toEqual([
    'resting',
    true,
    [
      ['key.0', null],
      ['key.1', null],
      ['key.2', null],
      ['key.3', null],
      ['key.4', null],
    ],
  ]);
  expect([...cellsOf(actor.getSnapshot(), EDIT.table)].map(([key, { mode }]) => [key, mode])).toEqual([
    ['8 quantity', 'saved'],
    ['-1 name', 'refused'],
    ['-2 quantity', 'waiting'],
  ]);
  actor.send({ type: 'edits.givenUp', keys: ['key.0'] });
  expect(actor.getSnapshot().context.edits).toMatchObject([{ change: { afterId: 4, row: { id: -2 } } }, { change: { ids: [7] } }]);
});

test('a block over a row that is given up is sent without that line; a series is given up with the row', async () => {
  const { actor, add, calls } = queue();
  const over = (as: 'clear' | 'fill', rowIds: readonly number[], ...cells: string[][]) =>
    ({ ...BLOCK, as, rowId: -1, rowIds, cells }) as Edit;
  add(insert(-1), over('clear', [-1, 7], ['1'], ['2']), over('fill', [-1, 7], ['1'], ['2']), over('fill', [-1, 7], ['5'], ['5']));
  add(over('clear', [-1], ['1']));
  await calls.reject('sendEdit', new Refused(409, { code: 'code_estimate_has_act' }));
  actor.send({ type: 'edits.givenUp', keys: ['key.0'] });
  expect(actor.getSnapshot().context.edits).toMatchObject([
    { as: 'clear', rowId: 7, rowIds: [7], cells: [['2']] },
    { as: 'fill', rowId: 7, rowIds: [7], cells: [['5']] },
  ]);
  expect(actor.getSnapshot().context.edits).toHaveLength(2);
});

test('a refused row is sent again under a new key, with the texts typed into it and the rows placed after it since then', async () => {
  const { actor, add, calls } = queue();
  add(insert(-1, { fields: { name: 'Sand' } }));
  await calls.reject('sendEdit', new Refused(400, { name: ['Too long'] }));
  add({ ...EDIT, id: -1, field: 'name', text: 'S', reads: 'text' });
  expect(actor.getSnapshot().context.edits).toMatchObject([
    { key: 'key.1.again', problem: null, change: { row: { fields: { name: 'S' } } } },
  ]);
  await calls.reject('sendEdit', new Refused(400, { name: ['Too long'] }));
  add(insert(-2, { afterId: -1 }));
  expect([actor.getSnapshot().value, actor.getSnapshot().context.edits.map(({ key }) => key)]).toEqual([
    'sending',
    ['key.2.again', 'key.2'],
  ]);
});

test('a row refused after its value was corrected is sent again with the correction, and says so when it is refused again', async () => {
  const { actor, add, calls } = queue();
  const tooLarge = new Refused(400, { quantity: ['Too large'] });
  add(insert(-1, { fields: { name: 'Sand', quantity: '99999999999999999999' } }));
  add({ ...EDIT, id: -1, text: '88888888888888888888' }, { ...EDIT, id: -1, text: '12' }, insert(-2, { afterId: -1 }), {
    ...price,
    id: -2,
  });
  await calls.reject('sendEdit', tooLarge);
  expect([actor.getSnapshot().value, calls.pending(), actor.getSnapshot().context.edits]).toMatchObject([
    'sending',
    ['sendEdit'],
    [
      { key: 'key.0.corrected', problem: null, change: { row: { fields: { name: 'Sand', quantity: '12' } } } },
      { key: 'key.3', problem: null },
      { key: 'key.4', id: -2 },
    ],
  ]);
  await calls.reject('sendEdit', tooLarge);
  expect([...cellsOf(actor.getSnapshot(), EDIT.table)].map(([key, { mode, edit }]) => [key, mode, edit.text])).toEqual([
    ['-1 name', 'refused', 'Sand'],
    ['-1 quantity', 'refused', '12'],
    ['-2 unit_labour', 'waiting', '3'],
  ]);
});

test('an answer belongs to the edit that was sent, whatever has been queued before it since then', async () => {
  const { actor, add, calls, heard, revisions } = queue();
  add(insert(-1, { fields: { quantity: '1e9999' } }));
  await calls.reject('sendEdit', new Refused(400, { quantity: ['Enter a number'] }));
  add(other, { ...EDIT, id: -1, text: '12' });
  expect(revisions()).toEqual([
    ['key.2.again', null],
    ['key.1', 1],
  ]);
  await calls.resolve('sendEdit', leaving(other, 1, 2));
  expect([heard, revisions()]).toEqual([['edit.refused key.0', 'edit.taken key.1'], [['key.2.again', null]]]);
  await calls.reject('sendEdit', new Refused(400, { quantity: ['Enter a number'] }));
  add(price, insert(-2, { afterId: -1 }));
  await calls.reject('sendEdit', new Refused(404, { detail: 'Not found' }));
  expect(refusedOf(actor.getSnapshot()).map(({ key }) => key)).toEqual(['key.3']);
  await calls.resolve('sendEdit', { answer: null, value: '', step: null, made: { here: -1, id: 70, revision: 5 } });
  expect(actor.getSnapshot().context.edits).toMatchObject([{ key: 'key.3' }, { key: 'key.4', change: { afterId: 70 } }]);
});

test('a kept edit of a row that no tab makes any more is reported as lost, and a row made by another tab is sent again', async () => {
  const { actor, calls } = queue();
  actor.send({
    type: 'person.changed',
    person: 2,
    edits: [
      { ...EDIT, id: -9 },
      { ...insert(-1), key: 'a' },
      { ...EDIT, id: -1, key: 'b' },
    ],
  });
  expect(refusedOf(actor.getSnapshot())).toMatchObject([{ id: -9, problem: { status: 404 } }]);
  await calls.reject('sendEdit', away);
  actor.send({ type: 'edit.settledElsewhere', key: 'a' });
  await calls.resolve('sendEdit', { answer: null, value: '', step: null, made: { here: -1, id: 70, revision: 5 } });
  expect(actor.getSnapshot().context.edits).toMatchObject([{ id: -9 }, { key: 'b', id: 70 }]);
});
