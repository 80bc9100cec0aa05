import type { Comment } from '../../../domain/api/estimateShapes.ts';
import { type Model, rules } from '../model.ts';
import { commentsMachine } from './comments.ts';

/** A comment of the person's own, on the second row. */
export const OWN_COMMENT: Comment = {
  id: 3,
  row_id: 8,
  author_id: 1,
  author_name: 'Ann',
  text: 'With delivery',
  created_at: '2026-01-03T10:00:00.000Z',
  updated_at: null,
};

export const commentsModel: Model<typeof commentsMachine> = {
  machine: commentsMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'comments.opened', row: { id: 7, name: 'Gravel bed' } },
    { type: 'comments.opened', row: { id: 8, name: '' } },
    { type: 'draft.typed', text: 'Is this the price' },
    { type: 'draft.sent' },
    { type: 'edit.typed', edit: { comment: OWN_COMMENT, text: 'Without delivery' } },
    { type: 'edit.ended' },
    { type: 'comments.closed' },
  ],
  broken: ({ value, context: { row } }) => rules({ 'it is open on a row, and closed on none': (value === 'open') === (row !== null) }),
};
