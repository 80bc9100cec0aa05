import * as v from 'valibot';
import { isAtRest } from '../../machines/editQueue/selectors.ts';
import { historyMachine, type Next, type StepAsked, type Way } from '../../machines/history/history.ts';
import { profileOf } from '../../machines/session/selectors.ts';
import { NEXT_EVENTS, NextEventsAnswer } from '../../services/graphql/documents.ts';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';
import type { EditQueue } from './queue.ts';
import { atRest } from './savedFirst.ts';

interface Surroundings extends Pick<Composed, 'api' | 'query' | 'log' | 'session'> {
  readonly queue: EditQueue;
}

/** Undo and redo of a project: looked up over GraphQL, carried out over REST. */
export function historyOf({ api, query, log, session, queue }: Surroundings, projectId: number) {
  const look = async (signal: AbortSignal): Promise<Next> => {
    const { undo, redo } = v.parse(NextEventsAnswer, await query(NEXT_EVENTS, { project: projectId }, signal));
    return { undo: undo[0] ?? null, redo: redo[0] ?? null };
  };
  /** The event to undo, once all edits typed before are saved: then the latest event is the one the person means. */
  const meant = async (way: Way, event: number, signal: AbortSignal): Promise<number> => {
    if (isAtRest(queue.getSnapshot())) return event;
    await atRest(queue, signal);
    const { undo, redo } = await look(signal);
    const next = way === 'backward' ? undo : redo;
    return next?.author_id === profileOf(session.getSnapshot())?.id ? (next?.id ?? event) : event;
  };
  return {
    machine: historyMachine.provide({
      actors: {
        look: calling<Next>(({ signal }) => look(signal)),
        step: calling<void, StepAsked>(async ({ input: { way, event }, signal }) => {
          const asked = { params: { id: projectId }, body: { event_id: await meant(way, event, signal) } };
          if (way === 'backward') await api('POST /projects/:id/history/backward/', asked, { signal });
          else await api('POST /projects/:id/history/forward/', asked, { signal });
        }),
      },
    }),
    log,
  };
}
