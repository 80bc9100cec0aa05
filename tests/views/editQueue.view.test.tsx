import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { Api } from '../../domain/api/call.ts';
import { OpenTables } from '../../src/compose/edits/openTables.ts';
import { type EditQueue, startEditQueue } from '../../src/compose/edits/queue.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { editQueueModel } from '../../src/machines/editQueue/editQueue.model.ts';
import type { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { refusedOf, waitingOf } from '../../src/machines/editQueue/selectors.ts';
import type { Edit } from '../../src/machines/editQueue/types.ts';
import { Connection } from '../../src/views/shell/Connection.tsx';
import { settled } from '../model/world.ts';
import { noFeeds } from './feed.ts';
import { pressButton } from './layout.ts';
import { type Stage, show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';
import '../../src/ui/Dialog.tsx';

type Machine = typeof editQueueMachine;

let stage: Stage;
let queue: EditQueue;
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('actum.edit '));
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  queue.stop();
  localStorage.clear();
});

/** Somebody signs in, whose earlier visit left these edits. */
async function signIn(edits: readonly Edit[]): Promise<void> {
  localStorage.clear();
  for (const [at, edit] of edits.entries()) localStorage.setItem(`actum.edit 1 ${edit.key}`, JSON.stringify({ at, edit }));
  const { actum, server } = stage;
  actum.session.send({ type: 'tokens.changedElsewhere', tokens: server.issue() });
  await settled();
  await server.answer(server.pending().indexOf('/profile/'));
}
/** Another tab has sent the first edit, or given it up. */
function settleElsewhere(): void {
  const [edit] = queue.getSnapshot().context.edits;
  const key = `actum.edit 1 ${edit?.key}`;
  localStorage.removeItem(key);
  dispatchEvent(new StorageEvent('storage', { key, newValue: null, storageArea: localStorage }));
}
async function does(event: EventFrom<Machine>): Promise<void> {
  const { edits, saved } = queue.getSnapshot().context;
  switch (event.type) {
    case 'person.changed':
      if (event.person === null) return act(async () => stage.actum.session.send({ type: 'tokens.changedElsewhere', tokens: null }));
      return act(() => signIn(event.edits));
    case 'edit.added':
      return act(async () => queue.send(event));
    case 'edits.givenUp':
      await pressButton('Show');
      return pressButton('Discard all');
    case 'edit.retried':
      await pressButton('Show');
      await act(async () => screen.getAllByRole('button', { name: /^Try again/ })[0]?.click());
      if (screen.queryByRole('button', { name: 'Close' })) await pressButton('Close');
      return;
    case 'theirs.taken':
      return act(async () => queue.send({ ...event, key: edits[0]?.key ?? '' }));
    case 'saved.shown':
      return act(async () => queue.send({ ...event, key: saved[0]?.key ?? '' }));
    case 'edit.settledElsewhere':
      return act(async () => settleElsewhere());
    case 'retry.requested':
      return pressButton('Try now');
  }
}

const noticesOf = (snapshot: SnapshotFrom<Machine>): readonly string[] => {
  const [waiting, refused] = [waitingOf(snapshot).length, refusedOf(snapshot).length];
  return [
    ...(waiting === 0
      ? []
      : [
          waiting === 1
            ? '1 edit is waiting for the connection. It is kept on this device and saved automatically. Try now'
            : `${waiting} edits are waiting for the connection. They are kept on this device and saved automatically, in order. Try now`,
        ]),
    ...(refused === 0 ? [] : [refused === 1 ? '1 edit was not saved. Show' : `${refused} edits were not saved. Show`]),
  ];
};

testView<Machine>({
  model: editQueueModel,
  start: 'with nobody signed in',
  promises: [],
  longest: 14,
  onScreen: {
    first: null,
    next: () => null,
    // A person can try again while edits wait, and try again or give up a refused edit where it is shown.
    events: (snapshot) => {
      const { edits, person } = snapshot.context;
      const refused = refusedOf(snapshot).map(({ key }) => key);
      return [
        ...editQueueModel.events(snapshot).filter((event) => {
          if (event.type === 'person.changed') return 'person' in event && event.person !== person;
          if (event.type === 'edits.givenUp') return refused.length > 0;
          if (event.type === 'edit.retried') return edits[0]?.problem != null;
          return event.type !== 'retry.requested' || waitingOf(snapshot).length > 0;
        }),
      ];
    },
  },
  async show(ready, calls) {
    localStorage.clear();
    stage = await stageFor('nobody');
    const api: Api = ((_: string, __: unknown, { signal }: { signal: AbortSignal }) => calls.ask('sendEdit', signal)) as never;
    queue = startEditQueue(
      { reach: stage.actum.reach, api, session: stage.actum.session, feeds: noFeeds, tables: new OpenTables() },
      ready,
    );
    await show(stage, <Connection />, { ...provideScreens(stage.actum), queue });
  },
  act: does,
  answers: (calls) => ({
    resolve: (name) => calls.resolve(name, { row: { quantity: '7.5', revision: 2 } }),
  }),
  seen: (snapshot) => ({
    notices: [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent),
    isListed: screen.queryByRole('heading', { name: 'Not saved' }) !== null,
    kept: snapshot.context.person === null ? null : kept().length,
  }),
  due: (snapshot) => ({
    notices: noticesOf(snapshot),
    isListed: false,
    kept: snapshot.context.person === null ? null : snapshot.context.edits.length,
  }),
});
