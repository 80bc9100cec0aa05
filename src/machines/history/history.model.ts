import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { HistoryEvent } from '../../../domain/api/graphql.ts';
import { type Model, rules } from '../model.ts';
import { historyMachine } from './history.ts';

const ME = 1;
const event = (id: number, author_id: number, processed: boolean): HistoryEvent => ({
  id,
  entity_type: 'row',
  object_id: 7,
  type: 'update',
  project_id: 5,
  processed,
  created_at: '2026-11-21T10:00:00.000Z',
  author_id,
  author_name: author_id === ME ? 'Ann' : 'Bob',
  subject: 'Gravel bed',
  field: 'quantity',
});
const mine = { undo: event(1, ME, true), redo: event(2, ME, false) };
const others = { undo: event(3, 2, true), redo: event(4, 2, false) };
const latest = event(6, ME, true);
const none = { undo: null, redo: null };
const refused = new Refused(409, { detail: 'There is nothing to undo', code: 'nothing_to_undo' });
const offline = new Unanswered('offline');

export const historyModel: Model<typeof historyMachine> = {
  machine: historyMachine,
  starts: () => ({ opened: { person: ME } }),
  // More than two steps of one kind behave like two.
  stateKey: ({ value, context }) => ({ value, ...context, queued: context.queued.slice(0, 2) }),
  events: () => [
    { type: 'project.changed', next: null },
    { type: 'project.changed', next: { undo: others.undo, redo: null } },
    { type: 'project.changed', next: { undo: latest, redo: null } },
    { type: 'event.made', event: 1 },
    { type: 'event.made', event: latest.id },
    { type: 'undo.requested' },
    { type: 'redo.requested' },
    { type: 'step.confirmed' },
    { type: 'step.dropped' },
    { type: 'xstate.done.actor.look', output: mine },
    { type: 'xstate.done.actor.look', output: others },
    { type: 'xstate.done.actor.look', output: none },
    { type: 'xstate.error.actor.look', error: offline },
    { type: 'xstate.done.actor.step', output: undefined },
    { type: 'xstate.error.actor.step', error: refused },
    { type: 'xstate.error.actor.step', error: offline },
  ],
  broken: (snapshot) => {
    const { undo, redo, redoFailed, queued, newest, awaited } = snapshot.context;
    return rules({
      'what is undone was there to undo': !snapshot.matches('undoing') || undo !== null,
      'nothing waits while nothing is under way': !snapshot.matches('idle') || queued.length === 0,
      'no step begins while an event of this tab is not known': awaited === null || snapshot.matches('looking') || snapshot.matches('idle'),
      'no event is newer than the newest': Math.max(undo?.id ?? 0, redo?.id ?? 0, awaited ?? 0) <= newest,
      'what is redone was there to redo': !snapshot.matches('redoing') || (redo !== null && !redoFailed),
      'only what somebody else did asks': !snapshot.matches({ asking: 'undo' }) || undo?.author_id !== ME,
      'a redo that asks is somebody else’s': !snapshot.matches({ asking: 'redo' }) || redo?.author_id !== ME,
    });
  },
};
