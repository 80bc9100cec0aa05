import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { ImportLists } from '../../../domain/api/importShapes.ts';
import { type Model, rules } from '../model.ts';
import { type ImportHeard, importReviewMachine, type ShownImport } from './importReview.ts';

const [OURS, ANOTHER] = [7, 8];
const lists = (revision: number, is_first_import: boolean, import_id = OURS) =>
  ({ import_id, revision, is_first_import }) satisfies ShownImport as unknown as ImportLists;
const heard = (revision: number, marked_revision = revision, id = OURS, finished_version_id: number | null = null): ImportHeard => ({
  id,
  revision,
  marked_revision,
  finished_version_id,
});

export const importReviewModel: Model<typeof importReviewMachine> = {
  machine: importReviewMachine,
  starts: () => ({
    'a first import': { shown: lists(3, true) },
    'a later import': { shown: lists(3, false) },
  }),
  stateKey: ({ value, context: { unread: _, ...context } }) => ({ value, ...context }),
  events: ({
    context: {
      sent,
      shown: { is_first_import: isFirst },
    },
  }) => [
    { type: 'import.heard', heard: heard(3) },
    { type: 'import.heard', heard: heard(4, 3) },
    { type: 'import.heard', heard: heard(5) },
    { type: 'import.heard', heard: heard(5, 5, OURS, 12) },
    { type: 'import.heard', heard: heard(6, 6, ANOTHER) },
    { type: 'import.heard', heard: null },
    { type: 'lists.shown', shown: lists(3, isFirst) },
    { type: 'lists.shown', shown: lists(4, isFirst) },
    { type: 'lists.shown', shown: lists(5, isFirst) },
    // Two at once cover every larger number.
    ...(sent < 2 ? [{ type: 'change.sent' } as const] : []),
    { type: 'change.settled' },
    { type: 'xstate.done.actor.readLists', output: lists(5, isFirst) },
    { type: 'xstate.done.actor.readLists', output: lists(4, isFirst) },
    { type: 'xstate.done.actor.readLists', output: lists(3, isFirst) },
    { type: 'xstate.done.actor.readLists', output: lists(6, isFirst, ANOTHER) },
    { type: 'xstate.error.actor.readLists', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.readLists', error: new Refused(403, { error: 'You may not change this project' }) },
    { type: 'xstate.after.untilReadAgain.importReview.unread' },
  ],
  broken: ({ value, context: { sent, shown, heard } }) =>
    rules({
      'nothing is read while the person’s own changes are on their way': sent === 0 || value === 'upToDate',
      'what is shown is of one import': shown.import_id === OURS,
      'nothing is read before anything was heard': heard !== null || value === 'upToDate',
      'no more answers are awaited than changes were sent': sent >= 0,
    }),
};
