import { type Model, rules } from '../model.ts';
import { pastMachine } from './past.ts';

export const pastModel: Model<typeof pastMachine> = {
  machine: pastMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context, pages: context.pages > 1 }),
  events: ({ context }) => [
    { type: 'past.opened', subject: { projectId: 5, of: 'row', id: 7, name: 'Gravel bed' } },
    { type: 'past.opened', subject: { projectId: 5, of: 'row', id: 8, name: 'Kerb' } },
    ...(context.pages < 2 ? [{ type: 'older.asked' } as const] : []),
    { type: 'past.closed' },
  ],
  broken: ({ value, context: { subject, pages } }) =>
    rules({ 'it is open on something, and closed on nothing': (value === 'open') === (subject !== null), 'a page is shown': pages > 0 }),
};
