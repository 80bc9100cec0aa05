import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { numberCellModel, SUBJECT, SUBJECTS } from '../../src/machines/numberCell/numberCell.model.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import { type Subject, sentText } from '../../src/machines/numberCell/types.ts';
import { testEdges } from '../model/edges.ts';

testEdges(numberCellModel);

/** A cell, and every event it sends to the queue. */
function cell() {
  const heard: unknown[] = [];
  const listening = createMachine({ on: { '*': { actions: ({ event }) => heard.push(event) } } });
  const queue = createActor(listening).start() as never;
  const actor = createActor(numberCellMachine, { input: { subject: SUBJECT, owner: null, queue } }).start();
  return { actor, heard };
}
const [, waiting, refused, stale] = SUBJECTS as [Subject, Subject, Subject, Subject];

test('a committed text goes to the queue as it will be sent, with the revision it was typed on', () => {
  const { actor, heard } = cell();
  actor.send({ type: 'edit.started', draft: null, subject: SUBJECT });
  actor.send({ type: 'edit.committed', text: ' 7,5 ', known: 4 });
  const { table, route, id, field, value, revision, reads } = SUBJECT;
  const edit = { kind: 'cell', table, route, id, field, name: '', value, revision, reads, within: null, text: '7.5' };
  expect(heard).toEqual([{ type: 'edit.added', edit, known: 4 }]);
  expect(actor.getSnapshot().value).toBe('showing');
});

test('a text that is not a number is sent unaltered, also when it is sent again', () => {
  for (const text of ['1,234,5', '1.234,5', '12,5 m']) expect(sentText(sentText(text, 'number'), 'number')).toBe(text);
  expect(sentText('1 240,5', 'number')).toBe('1240.5');
});

test('a waiting value is edited as it was typed; the same text again is not an edit', () => {
  const { actor, heard } = cell();
  actor.send({ type: 'edit.started', draft: null, subject: { ...waiting, value: '20', revision: 9 } });
  expect(actor.getSnapshot().context).toMatchObject({ typed: '7.5', selected: false, subject: { value: '12.5', revision: 1 } });
  actor.send({ type: 'edit.committed', text: '7.50', known: 9 });
  expect(heard).toEqual([]);
});

test('Escape on a refused value gives it up, and so does typing the saved one', () => {
  const { actor, heard } = cell();
  actor.send({ type: 'edit.reverted', subject: waiting });
  expect(heard).toEqual([]);
  actor.send({ type: 'edit.reverted', subject: refused });
  actor.send({ type: 'edit.started', draft: null, subject: refused });
  actor.send({ type: 'edit.committed', text: '12.50', known: 1 });
  const givenUp = { type: 'edits.givenUp', keys: ['earlier'] };
  expect(heard).toEqual([givenUp, givenUp]);
});

test('keeping one’s own value sends it again with the revision of the other person’s value', () => {
  const { actor, heard } = cell();
  actor.send({ type: 'mine.kept', subject: refused });
  expect(heard).toEqual([]);
  actor.send({ type: 'mine.kept', subject: stale });
  expect(heard).toMatchObject([{ type: 'edit.added', edit: { text: '7.5', value: '8', revision: 2 } }]);
});
