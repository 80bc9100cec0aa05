import { type ActorRefFrom, createActor } from 'xstate';
import { editQueueMachine } from '../../machines/editQueue/editQueue.ts';
import { unsentOf } from '../../machines/editQueue/selectors.ts';
import { isSignedIn, profileOf } from '../../machines/session/selectors.ts';
import { keptTexts } from '../../services/keptTexts.ts';
import type { Composed } from '../app/actum.ts';
import { newKey } from '../calls/newKey.ts';
import type { ProjectFeeds } from '../live/projectFeeds.ts';
import { keeperOf } from './keptEdits.ts';
import type { OpenTables } from './openTables.ts';
import { sendingEdits } from './sending.ts';

export type EditQueue = ActorRefFrom<typeof editQueueMachine>;

interface Surroundings extends Pick<Composed, 'reach' | 'api' | 'session'> {
  readonly feeds: Pick<ProjectFeeds, 'edit' | 'refresh'>;
  readonly tables: OpenTables;
}

/** Starts the queue of the signed-in person. Their unsent edits are stored in the browser under their id, where no other person's queue finds them. */
export function startEditQueue(
  { reach, api, session, feeds, tables }: Surroundings,
  ready = (machine: typeof editQueueMachine) => machine,
): EditQueue {
  const machine = ready(editQueueMachine.provide({ actors: { sendEdit: sendingEdits(api, feeds, tables.has) } }));
  const queue = createActor(machine, { input: { prefix: newKey() } });
  let keeper: ReturnType<typeof keeperOf> | null = null;
  let person: number | null = null;
  let leave = new AbortController();
  queue.subscribe((snapshot) => {
    if (snapshot.context.person === person) keeper?.keep(snapshot.context.edits);
  });
  queue.on('queue.caughtUp', feeds.refresh);
  reach.on('server.found', () => queue.send({ type: 'retry.requested' }));
  queue.start();

  function keepFor(id: number): ReturnType<typeof keeperOf> {
    const texts = keptTexts(`actum.edit ${id}`);
    const { signal } = leave;
    signal.addEventListener(
      'abort',
      texts.listen((key) => queue.send({ type: 'edit.settledElsewhere', key })),
    );
    addEventListener('online', () => queue.send({ type: 'retry.requested' }), { signal });
    addEventListener(
      'beforeunload',
      (event) => {
        if (unsentOf(queue.getSnapshot()).length > 0) event.preventDefault();
      },
      { signal },
    );
    return keeperOf(texts);
  }
  const follow = () => {
    const snapshot = session.getSnapshot();
    const now = isSignedIn(snapshot) ? (profileOf(snapshot)?.id ?? null) : null;
    // Sending makes the session emit, which calls this function again before it returns.
    if (now === person) return;
    person = now;
    leave.abort();
    leave = new AbortController();
    keeper = now === null ? null : keepFor(now);
    queue.send({ type: 'person.changed', person: now, edits: keeper?.found ?? [] });
  };
  session.subscribe(follow);
  follow();
  return queue;
}
