import { afterEach, expect, test } from 'vitest';
import { unsentEdits } from '../../src/compose/edits/unsent.ts';
import { editQueueModel } from '../../src/machines/editQueue/editQueue.model.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import type { UnsentShown } from '../../src/views/shell/needs.ts';
import { silent } from '../../walking/standIns.ts';
import { settled } from '../model/world.ts';
import { stageFor } from './stage.tsx';

afterEach(() => localStorage.clear());

test('edits of an earlier visit are sent by one queue, although sending changes the session', async () => {
  const { actum, server } = await stageFor('Ann');
  const person = actum.session.getSnapshot().context.profile?.id ?? 0;
  const [edit] = Object.values(editQueueModel.starts(silent)).flatMap(({ edits }) => edits.filter(({ problem }) => problem === null));
  if (edit === undefined) throw new Error('the model has no edit that waits');
  localStorage.setItem(`actum.edit ${person} ${edit.key}`, JSON.stringify({ at: 1, edit }));
  unsentEdits({
    api: actum.api,
    session: actum.session,
    shown: new ValueStore<UnsentShown>(),
    feeds: { edit: (make) => make(), refresh: () => undefined },
  });
  await settled();
  expect(server.pending().filter((path) => path.startsWith('/rows/'))).toEqual([`/rows/${edit.id}/`]);
});
