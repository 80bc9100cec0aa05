import { type Model, rules } from '../model.ts';
import { commentsMachine } from './comments.ts';

export const commentsModel: Model<typeof commentsMachine> = {
  machine: commentsMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'comments.opened', row: { id: 7, name: 'Gravel bed' } },
    { type: 'comments.opened', row: { id: 8, name: '' } },
    { type: 'draft.typed', text: 'Is this the price' },
    { type: 'draft.sent' },
    { type: 'comments.closed' },
  ],
  broken: ({ value, context: { row } }) => rules({ 'it is open on a row, and closed on none': (value === 'open') === (row !== null) }),
};
