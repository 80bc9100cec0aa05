import { assign, emit, setup } from 'xstate';
import { AS_STORED, flippedBy, isFolded, MOST_FILTERS, type RowFilter, type RowView, type ViewField } from '../../../domain/rowView.ts';

interface Heading {
  readonly id: number;
  readonly level: number;
}

const foldSpec = '7.12 A section folds';
const arrangeSpec = '8.31 Rows are sorted and filtered as a view';

/** How a person is shown the rows of one list. The rows are read again when it changes. */
export const rowViewMachine = setup({
  types: {
    input: {} as { readonly view: RowView },
    context: {} as { readonly view: RowView },
    events: {} as
      | { readonly type: 'section.flipped'; readonly id: number }
      /** Headings of this level and deeper are folded, all others are not; null unfolds all. */
      | { readonly type: 'level.chosen'; readonly foldedFrom: number | null }
      /** The rows of these headings have to be seen. */
      | { readonly type: 'sections.entered'; readonly headings: readonly Heading[] }
      /** Rising, then falling, then as stored. */
      | { readonly type: 'column.sorted'; readonly field: ViewField }
      /** The first filter of a field takes the place of the one before. */
      | { readonly type: 'filter.set'; readonly filter: RowFilter }
      | { readonly type: 'filter.dropped'; readonly index: number }
      | { readonly type: 'arrangement.cleared' },
    emitted: {} as { readonly type: 'view.changed'; readonly view: RowView },
    transitionMeta: {} as { spec: string },
  },
  guards: {
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
    sort: assign({
      view: ({ context: { view } }, { field }: { field: ViewField }) => {
        const { sort, ...others } = view;
        if (sort?.field !== field) return { ...others, sort: { field, falling: false } };
        return sort.falling ? others : { ...others, sort: { field, falling: true } };
      },
    }),
    filter: assign({
      view: ({ context: { view } }, { filter }: { filter: RowFilter }) => {
        const others = view.filters.filter((each) => !isAlike(each, filter));
        return { ...view, filters: [...others, filter].slice(-MOST_FILTERS) };
      },
    }),
    dropFilter: assign({
      view: ({ context: { view } }, { index }: { index: number }) => ({ ...view, filters: view.filters.filter((_, at) => at !== index) }),
    }),
    clear: assign({
      view: ({ context: { view } }) => {
        const { sort: _, ...others } = view;
        return { ...others, filters: AS_STORED.filters };
      },
    }),
    tell: emit(({ context: { view } }) => ({ type: 'view.changed' as const, view })),
  },
}).createMachine({
  id: 'rowView',
  context: ({ input: { view } }) => ({ view }),
  on: {
    'section.flipped': { actions: [{ type: 'flip', params: ({ event }) => event }, 'tell'], meta: { spec: foldSpec } },
    'level.chosen': { actions: [{ type: 'fold', params: ({ event }) => event }, 'tell'], meta: { spec: foldSpec } },
    'sections.entered': {
      guard: { type: 'hidesSome', params: ({ event }) => event },
      actions: [{ type: 'unfold', params: ({ event }) => event }, 'tell'],
      meta: { spec: foldSpec },
    },
    'column.sorted': { actions: [{ type: 'sort', params: ({ event }) => event }, 'tell'], meta: { spec: arrangeSpec } },
    'filter.set': { actions: [{ type: 'filter', params: ({ event }) => event }, 'tell'], meta: { spec: arrangeSpec } },
    'filter.dropped': { actions: [{ type: 'dropFilter', params: ({ event }) => event }, 'tell'], meta: { spec: arrangeSpec } },
    'arrangement.cleared': { actions: ['clear', 'tell'], meta: { spec: arrangeSpec } },
  },
});

const fieldOf = (filter: RowFilter) => (filter.is === 'commented' ? null : filter.field);
const isAlike = (one: RowFilter, other: RowFilter) => fieldOf(one) === fieldOf(other);
