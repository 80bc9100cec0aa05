import { assign, setup } from 'xstate';
import type { HISTORY_FIELDS, HistoryOf } from '../../../domain/history.ts';

/** The record whose history is requested. */
export interface PastSubject {
  readonly projectId: number;
  readonly of: HistoryOf;
  /** Its id; the project's own for the whole project. */
  readonly id: number;
  /** Its name on screen. */
  readonly name: string;
  /** Shows the changes of this field only. */
  readonly field?: (typeof HISTORY_FIELDS)[number];
}

const spec = '11.8 History says who changed what';

/** The history panel: its subject, and the number of pages shown. */
export const pastMachine = setup({
  types: {
    context: {} as { readonly subject: PastSubject | null; readonly pages: number },
    events: {} as
      | { readonly type: 'past.opened'; readonly subject: PastSubject }
      | { readonly type: 'past.closed' }
      | { readonly type: 'older.asked' },
    transitionMeta: {} as { spec: string },
  },
  actions: {
    show: assign({ subject: (_, { subject }: { subject: PastSubject }) => subject, pages: 1 }),
    hide: assign({ subject: null, pages: 1 }),
    addPage: assign({ pages: ({ context }) => context.pages + 1 }),
  },
}).createMachine({
  id: 'past',
  context: { subject: null, pages: 1 },
  initial: 'closed',
  on: { 'past.opened': { target: '.open', actions: { type: 'show', params: ({ event }) => event }, meta: { spec } } },
  states: {
    closed: { entry: 'hide' },
    open: {
      on: {
        'past.closed': { target: 'closed', meta: { spec } },
        'older.asked': { actions: 'addPage', meta: { spec } },
      },
    },
  },
});
