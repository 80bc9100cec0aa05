import { assign, setup } from 'xstate';
import type { Comment } from '../../../domain/api/estimateShapes.ts';

export interface CommentedRow {
  readonly id: number;
  readonly name: string;
}

/** A comment of one's own, and what its text is to become. */
interface CommentEdit {
  readonly comment: Comment;
  readonly text: string;
}

const spec = '5.8 People comment on rows';

/** The panel of comments of a list: the row it shows, and the drafts and edits that were not sent, by row. */
export const commentsMachine = setup({
  types: {
    context: {} as {
      readonly row: CommentedRow | null;
      readonly drafts: Readonly<Record<number, string>>;
      readonly edits: Readonly<Record<number, CommentEdit>>;
    },
    events: {} as
      | { readonly type: 'comments.opened'; readonly row: CommentedRow }
      | { readonly type: 'comments.closed' }
      | { readonly type: 'draft.typed'; readonly text: string }
      | { readonly type: 'draft.sent' }
      | { readonly type: 'edit.typed'; readonly edit: CommentEdit }
      /** It was sent, or given up. */
      | { readonly type: 'edit.ended' },
    transitionMeta: {} as { spec: string },
  },
  actions: {
    show: assign({ row: (_, { row }: { row: CommentedRow }) => row }),
    hide: assign({ row: null }),
    keepDraft: assign({
      drafts: ({ context: { row, drafts } }, { text }: { text: string }) => (row === null ? drafts : { ...drafts, [row.id]: text }),
    }),
    keepEdit: assign({
      edits: ({ context: { row, edits } }, { edit }: { edit: CommentEdit }) => (row === null ? edits : { ...edits, [row.id]: edit }),
    }),
    forgetEdit: assign({
      edits: ({ context: { row, edits } }) => Object.fromEntries(Object.entries(edits).filter(([id]) => Number(id) !== row?.id)),
    }),
  },
}).createMachine({
  id: 'comments',
  context: { row: null, drafts: {}, edits: {} },
  initial: 'closed',
  on: { 'comments.opened': { target: '.open', actions: { type: 'show', params: ({ event }) => event }, meta: { spec } } },
  states: {
    closed: { entry: 'hide' },
    open: {
      on: {
        'comments.closed': { target: 'closed', meta: { spec } },
        'draft.typed': { actions: { type: 'keepDraft', params: ({ event }) => event }, meta: { spec } },
        'draft.sent': { actions: { type: 'keepDraft', params: () => ({ text: '' }) }, meta: { spec } },
        'edit.typed': { actions: { type: 'keepEdit', params: ({ event }) => event }, meta: { spec } },
        'edit.ended': { actions: 'forgetEdit', meta: { spec } },
      },
    },
  },
});
