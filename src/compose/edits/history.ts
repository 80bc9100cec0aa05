import * as v from 'valibot';
import { historyMachine, type Next, type Way } from '../../machines/history/history.ts';
import { NEXT_EVENTS, NextEventsAnswer } from '../../services/graphql/documents.ts';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';

/** Undo and redo of a project: looked up over GraphQL, done over REST. */
export const historyOf = ({ api, query, log }: Pick<Composed, 'api' | 'query' | 'log'>, projectId: number) => ({
  machine: historyMachine.provide({
    actors: {
      look: calling<Next>(async ({ signal }) => {
        const { undo, redo } = v.parse(NextEventsAnswer, await query(NEXT_EVENTS, { project: projectId }, signal));
        return { undo: undo[0] ?? null, redo: redo[0] ?? null };
      }),
      step: calling<void, { way: Way; event: number }>(async ({ input: { way, event }, signal }) => {
        const asked = { params: { id: projectId }, body: { event_id: event } };
        if (way === 'backward') await api('POST /projects/:id/history/backward/', asked, { signal });
        else await api('POST /projects/:id/history/forward/', asked, { signal });
      }),
    },
  }),
  log,
});
