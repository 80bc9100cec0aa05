import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { Api } from '../../domain/contract/call.ts';
import { openQueue } from '../../src/compose/edits/editQueue.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { editQueueModel } from '../../src/machines/editQueue/editQueue.model.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { refusedOf, waitingOf } from '../../src/machines/editQueue/selectors.ts';
import type { Edit } from '../../src/machines/editQueue/types.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { Connection } from '../../src/views/shell/Connection.tsx';
import type { UnsentShown } from '../../src/views/shell/needs.ts';
import { silent } from '../../walking/standIns.ts';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';
import '../../src/ui/Dialog.tsx';

type Machine = typeof editQueueMachine;

const PERSON = 1;
const START = 'with an unsent and a refused edit of an earlier visit';
const earlier = editQueueModel.starts(silent)[START]?.edits ?? [];
const place = (key: string) => `actum.edit ${PERSON} ${key}`;
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith(place('')));

let queue: ReturnType<typeof openQueue> | null = null;
/** The model's name of an edit, and its real key. */
let keys = new Map<string, string>();
beforeEach(() => {
  localStorage.clear();
  for (const [at, edit] of earlier.entries()) localStorage.setItem(place(edit.key), JSON.stringify({ at, edit }));
  keys = new Map();
});
afterEach(() => {
  cleanup();
  queue?.stop();
  localStorage.clear();
});

function type({ key, problem: _, ...typed }: Edit): void {
  queue?.send({ ...typed, known: undefined }).catch(() => undefined);
  keys.set(key, queue?.edits().at(-1)?.key ?? '');
}
/** Another tab has finished an edit. */
function settle(name: string): void {
  const key = place(keys.get(name) ?? name);
  localStorage.removeItem(key);
  dispatchEvent(new StorageEvent('storage', { key, newValue: null, storageArea: localStorage }));
}
async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'edit.typed':
      return act(async () => type(event.edit));
    case 'edits.givenUp':
      await pressButton('Show');
      return pressButton('Discard all');
    case 'edit.settledElsewhere':
      return act(async () => settle(event.key));
    case 'retry.requested':
      return pressButton('Try now');
  }
}

const told = (snapshot: SnapshotFrom<Machine>): readonly string[] => {
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
  start: START,
  promises: [],
  longest: 14,
  onScreen: {
    first: null,
    next: () => null,
    // A person can retry while an edit waits, and discard all refused edits where they are shown.
    events: (snapshot) => {
      const refused = refusedOf(snapshot).map(({ key }) => key);
      return [
        ...editQueueModel
          .events(snapshot)
          .filter(({ type: name }) => name !== 'edits.givenUp' && (name !== 'retry.requested' || waitingOf(snapshot).length > 0)),
        ...(refused.length === 0 ? [] : [{ type: 'edits.givenUp', keys: refused } as const]),
      ];
    },
  },
  async show(ready, calls) {
    const stage = await stageFor('Ann');
    const shown = new ValueStore<UnsentShown>();
    const api: Api = ((_: string, __: unknown, { signal }: { signal: AbortSignal }) => calls.ask('sendEdit', signal)) as never;
    const feeds = { edit: <T,>(make: () => Promise<T>) => make(), refresh: () => undefined };
    const surroundings = { api, session: stage.actum.session, shown, feeds };
    queue = openQueue(PERSON, surroundings, (sendEdit) => ready(editQueueMachine.provide({ actors: { sendEdit } })));
    queue.start();
    await show(stage, <Connection />, { ...provideScreens(stage.actum), unsent: shown });
  },
  act: does,
  answers: (calls) => ({
    resolve: (name, output) => calls.resolve(name, { row: { revision: (output as { revision: number }).revision } }),
  }),
  seen: () => ({
    told: [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent),
    isListed: screen.queryByRole('heading', { name: 'Not saved' }) !== null,
    kept: kept().length,
  }),
  due: (snapshot) => ({ told: told(snapshot), isListed: false, kept: snapshot.context.edits.length }),
});
