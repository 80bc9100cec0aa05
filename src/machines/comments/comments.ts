import { assign, setup } from 'xstate';

export interface CommentedRow {
  readonly id: number;
  readonly name: string;
}

const spec = '5.8 People comment on rows';

/** The panel of comments of a list: the row it shows, and the drafts that were not sent. */
export const commentsMachine = setup({
  types: {
    context: {} as { readonly row: CommentedRow | null; readonly drafts: Readonly<Record<number, string>> },
    events: {} as
      | { readonly type: 'comments.opened'; readonly row: CommentedRow }
      | { readonly type: 'comments.closed' }
      | { readonly type: 'draft.typed'; readonly text: string }
      | { readonly type: 'draft.sent' },
    transitionMeta: {} as { spec: string },
  },
  actions: {
    show: assign({ row: (_, { row }: { row: CommentedRow }) => row }),
    hide: assign({ row: null }),
    keepDraft: assign({
      drafts: ({ context: { row, drafts } }, { text }: { text: string }) => (row === null ? drafts : { ...drafts, [row.id]: text }),
    }),
  },
}).createMachine({
  id: 'comments',
  context: { row: null, drafts: {} },
  initial: 'closed',
  on: { 'comments.opened': { target: '.open', actions: { type: 'show', params: ({ event }) => event }, meta: { spec } } },
  states: {
    closed: { entry: 'hide' },
    open: {
      on: {
        'comments.closed': { target: 'closed', meta: { spec } },
        'draft.typed': { actions: { type: 'keepDraft', params: ({ event }) => event }, meta: { spec } },
        'draft.sent': { actions: { type: 'keepDraft', params: () => ({ text: '' }) }, meta: { spec } },
      },
    },
  },
});
