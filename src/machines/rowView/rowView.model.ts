import { isFolded } from '../../../domain/rowView.ts';
import { type Model, rules } from '../model.ts';
import { rowViewMachine } from './rowView.ts';

const heading = { id: 7, level: 1 };

export const rowViewModel: Model<typeof rowViewMachine> = {
  machine: rowViewMachine,
  starts: () => ({ 'as stored': { view: { filters: [], flipped: [] } } }),
  stateKey: ({ context: { view } }) => ({ ...view, flipped: view.flipped.toSorted() }),
  events: ({ context: { view } }) => [
    { type: 'section.flipped', id: 7 },
    ...([1, null] as const).map((foldedFrom) => ({ type: 'level.chosen' as const, foldedFrom })),
    { type: 'sections.entered', headings: [heading] },
    { type: 'column.sorted', field: 'total' },
    { type: 'filter.set', filter: { is: 'empty', field: 'total' } },
    { type: 'filter.set', filter: { is: 'between', field: 'total', from: '1' } },
    { type: 'filter.set', filter: { is: 'commented' } },
    ...(view.filters.length > 0 ? [{ type: 'filter.dropped' as const, index: 0 }] : []),
    { type: 'arrangement.cleared' },
  ],
  broken: ({ context: { view } }) =>
    rules({
      'a field is filtered once':
        new Set(view.filters.map((filter) => ('field' in filter ? filter.field : null))).size === view.filters.length,
      'a heading is folded or not': typeof isFolded(view, heading) === 'boolean',
    }),
};
