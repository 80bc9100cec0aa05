import { assign, emit, setup } from 'xstate';
import { flippedBy, isFolded, isFolding, MOST_FILTERS, type RowFilter, type RowView, type ViewField } from '../../../domain/rowView.ts';

interface Heading {
  readonly id: number;
  readonly level: number;
}
/** The rows shown, and their order. */
export interface Arrangement {
  readonly sort: RowView['sort'] | null;
  readonly filters: readonly RowFilter[];
}

interface RowViewContext {
  readonly view: RowView;
  /** The column the dialog is about; null while it is closed. */
  readonly arranged: ViewField | null;
  /** The folds before a search unfolded all; null where no search did, or the person has folded since. */
  readonly before: Pick<RowView, 'foldedFrom' | 'flipped'> | null;
}

const foldSpec = '7.12 A section folds';
const keptSpec = '8.43 How a list is shown is kept for its person';
const arrangeSpec = '8.31 Rows are sorted and filtered as a view';

/** A person's view of the rows of one list. The rows are loaded again when it changes. */
export const rowViewMachine = setup({
  types: {
    input: {} as { readonly view: RowView },
    context: {} as RowViewContext,
    events: {} as
      /** The view that the person left on another device. */
        | { readonly type: 'view.found'; readonly view: RowView }
        | { readonly type: 'section.flipped'; readonly id: number }
        /** Headings of this level and deeper are folded, all others are not; null unfolds all. */
        | { readonly type: 'level.chosen'; readonly foldedFrom: number | null }
        /** The rows of these headings must be visible. */
        | { readonly type: 'sections.entered'; readonly headings: readonly Heading[] }
        /** A search began, whose hits may be in folded sections. */
        | { readonly type: 'search.began' }
        /** A search ended; `headings` are those around the row it went to. */
        | { readonly type: 'search.ended'; readonly headings: readonly Heading[] }
        | { readonly type: 'arranging.asked'; readonly field: ViewField }
        | { readonly type: 'arranging.closed' }
        | { readonly type: 'arrangement.given'; readonly arrangement: Arrangement },
    /** `lasting` is the view without a search's unfolding. */
    emitted: {} as { readonly type: 'view.changed'; readonly view: RowView; readonly lasting: RowView },
    transitionMeta: {} as { spec: string },
  },
  guards: {
    isFolding: ({ context: { view } }) => isFolding(view),
    isUnfoldedForSearch: ({ context: { before } }) => before !== null,
    hidesSome: ({ context: { view } }, { headings }: { headings: readonly Heading[] }) =>
      headings.some((heading) => isFolded(view, heading)),
  },
  actions: {
    flip: assign({ view: ({ context: { view } }, { id }: { id: number }) => flippedBy(view, id) }),
    fold: assign({
      view: ({ context: { view } }, { foldedFrom }: { foldedFrom: number | null }) => {
        const { foldedFrom: _, ...others } = view;
        return { ...others, flipped: [], ...(foldedFrom !== null && { foldedFrom }) };
      },
    }),
    unfold: assign({
      view: ({ context: { view } }, { headings }: { headings: readonly Heading[] }) =>
        headings.filter((heading) => isFolded(view, heading)).reduce((seen, { id }) => flippedBy(seen, id), view),
    }),
    unfoldForSearch: assign(({ context: { view } }) => {
      const { foldedFrom, flipped, ...others } = view;
      return { before: { flipped, ...(foldedFrom !== undefined && { foldedFrom }) }, view: { ...others, flipped: [] } };
    }),
    foldAgain: assign(({ context: { view, before } }) => ({ view: { ...view, ...before }, before: null })),
    forgetBefore: assign({ before: null }),
    ask: assign({ arranged: (_, { field }: { field: ViewField }) => field }),
    close: assign({ arranged: null }),
    arrange: assign({
      view: ({ context: { view } }, { arrangement: { sort, filters } }: { arrangement: Arrangement }) => {
        const { sort: _, ...others } = view;
        return { ...others, filters: filters.slice(-MOST_FILTERS), ...(sort && { sort }) };
      },
    }),
    take: assign({ view: (_, { view }: { view: RowView }) => view }),
    tell: emit(({ context: { view, before } }) => ({ type: 'view.changed' as const, view, lasting: { ...view, ...before } })),
  },
}).createMachine({
  id: 'rowView',
  context: ({ input: { view } }) => ({ view, arranged: null, before: null }),
  on: {
    'view.found': { actions: [{ type: 'take', params: ({ event }) => event }, 'forgetBefore'], meta: { spec: keptSpec } },
    'section.flipped': { actions: [{ type: 'flip', params: ({ event }) => event }, 'forgetBefore', 'tell'], meta: { spec: foldSpec } },
    'level.chosen': { actions: [{ type: 'fold', params: ({ event }) => event }, 'forgetBefore', 'tell'], meta: { spec: foldSpec } },
    'sections.entered': {
      guard: { type: 'hidesSome', params: ({ event }) => event },
      actions: [{ type: 'unfold', params: ({ event }) => event }, 'tell'],
      meta: { spec: foldSpec },
    },
    'search.began': { guard: 'isFolding', actions: ['unfoldForSearch', 'tell'], meta: { spec: foldSpec } },
    'search.ended': {
      guard: 'isUnfoldedForSearch',
      actions: ['foldAgain', { type: 'unfold', params: ({ event }) => event }, 'tell'],
      meta: { spec: foldSpec },
    },
    'arranging.asked': { actions: { type: 'ask', params: ({ event }) => event }, meta: { spec: arrangeSpec } },
    'arranging.closed': { actions: 'close', meta: { spec: arrangeSpec } },
    'arrangement.given': {
      actions: [{ type: 'arrange', params: ({ event }) => event }, 'close', 'tell'],
      meta: { spec: arrangeSpec },
    },
  },
});
