import { afterEach, expect, test } from 'vitest';
import { OpenTables } from '../../src/compose/edits/openTables.ts';
import { startEditQueue } from '../../src/compose/edits/queue.ts';
import { asNew, BLOCK, EDIT } from '../../src/machines/editQueue/editQueue.model.ts';
import type { Edit } from '../../src/machines/editQueue/types.ts';
import { settled } from '../model/world.ts';
import { noFeeds } from './feed.ts';
import { type Stage, stageFor } from './stage.tsx';

afterEach(() => localStorage.clear());

const personOf = ({ actum }: Stage) => actum.session.getSnapshot().context.profile?.id ?? 0;
const keep = (person: number, at: number, { key, ...edit }: Omit<Edit, 'kind'>) =>
  localStorage.setItem(`actum.edit ${person} ${key}`, JSON.stringify({ at, edit: { key, ...edit } }));
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('actum.edit '));
const start = ({ actum }: Stage) =>
  startEditQueue({ reach: actum.reach, api: actum.api, session: actum.session, feeds: noFeeds, tables: new OpenTables() });
const edits = ({ server }: Stage) => server.pending().filter((path) => /^\/(rows|lists)\//.test(path));

test('edits left by an earlier visit are found in order and sent by one queue, even though sending triggers session changes', async () => {
  const stage = await stageFor('Ann');
  keep(personOf(stage), 2, BLOCK);
  // The first release kept cells without a kind.
  const { kind: _, within: __, ...old } = EDIT;
  keep(personOf(stage), 1, old);
  const queue = start(stage);
  await settled();
  expect(edits(stage)).toEqual([`/rows/${EDIT.id}/`]);
  expect(queue.getSnapshot().context.edits).toEqual([EDIT, BLOCK]);
});

test('edits are kept in the browser under the id of their person until they are answered or given up', async () => {
  const stage = await stageFor('Ann');
  const queue = start(stage);
  queue.send({ type: 'edit.added', edit: asNew(EDIT) });
  queue.send({ type: 'edit.added', edit: asNew(BLOCK) });
  const [first = '', second = ''] = kept().sort();
  expect([first, second].every((key) => key.startsWith(`actum.edit ${personOf(stage)} `))).toBe(true);
  expect(JSON.parse(localStorage.getItem(second) ?? '')).toMatchObject({ edit: { kind: 'block', cells: [['5']] } });
  const key = queue.getSnapshot().context.edits[0]?.key ?? '';
  const { server } = stage;
  // It answers with nothing an edit can be answered with.
  await server.answer(server.pending().indexOf(`/rows/${EDIT.id}/`));
  await settled();
  expect(JSON.parse(localStorage.getItem(first) ?? '')).toMatchObject({ edit: { problem: { status: 500 } } });
  queue.send({ type: 'edits.givenUp', keys: [key] });
  expect(kept()).toEqual([second]);
});

test('signing out leaves no edit under way; the next person finds none, and the first finds theirs again', async () => {
  const stage = await stageFor('Ann');
  const { actum, server } = stage;
  const queue = start(stage);
  queue.send({ type: 'edit.added', edit: asNew(EDIT) });
  await settled();
  expect(edits(stage)).toEqual([`/rows/${EDIT.id}/`]);
  actum.session.send({ type: 'tokens.changedElsewhere', tokens: null });
  await settled();
  expect([queue.getSnapshot().value, queue.getSnapshot().context.edits]).toEqual(['nobody', []]);
  expect(kept().length).toBe(1);
  actum.session.send({ type: 'tokens.changedElsewhere', tokens: server.issue() });
  await server.answer(server.pending().indexOf('/profile/'));
  await settled();
  expect(queue.getSnapshot().context.edits).toMatchObject([{ text: EDIT.text }]);
});
