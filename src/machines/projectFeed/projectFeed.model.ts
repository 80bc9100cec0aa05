import type { ProjectChange } from '../../../domain/api/graphql.ts';
import { type Model, rules } from '../model.ts';
import { FEED_LENGTH, projectFeedMachine } from './projectFeed.ts';

const [ME, BOB] = [1, 2];
const change = (id: number, author_id: number, way: ProjectChange['way'] = 'done'): ProjectChange => ({
  id,
  event_id: id + 100,
  way,
  author_id,
  touched: { versions: [3], lists: [4], rows: [7], acts: [], act_rows: [] },
  event: {
    id: id + 100,
    entity_type: 'row',
    object_id: 7,
    type: 'update',
    project_id: 5,
    processed: way !== 'undone',
    created_at: '2026-11-22T10:00:00.000Z',
    author_id,
    author_name: 'Ann',
    subject: 'Gravel bed',
    field: 'quantity',
  },
});
const received = (changes: readonly ProjectChange[], mayMiss = false) => ({ type: 'changes.received', changes, mayMiss }) as const;
const afterGap = Array.from({ length: FEED_LENGTH }, (_, at) => change(20 + at, BOB));

export const projectFeedModel: Model<typeof projectFeedMachine> = {
  machine: projectFeedMachine,
  starts: () => ({ 'a project': { person: ME } }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: ({ context: { sent } }) => [
    received([], true),
    received([change(11, BOB)]),
    received([change(11, BOB), change(12, ME)]),
    received([change(13, ME, 'undone')]),
    received([change(12, ME), change(14, BOB)]),
    received(afterGap),
    { type: 'stream.lost' },
    { type: 'reading.requested' },
    // Two edits at once cover every larger number.
    ...(sent < 2 ? [{ type: 'edit.sent' } as const] : []),
    { type: 'edit.settled', eventId: 112, isShown: true },
    { type: 'edit.settled', eventId: 112, isShown: false },
    { type: 'edit.settled', eventId: null, isShown: false },
    { type: 'edit.answered', eventId: 112 },
    { type: 'xstate.error.actor.stream', error: new Error('no socket') },
  ],
  broken: ({ value, context: { sent, held, shown } }) =>
    rules({
      'edits are on their way just while it says so': (value === 'sending') === sent > 0,
      'nothing is held for longer than edits are on their way': held.length === 0 || sent > 0,
      'only the person’s own changes are held': held.every(({ author_id }) => author_id === ME),
      'the list of shown events stays short': shown.length <= 100,
    }),
};
