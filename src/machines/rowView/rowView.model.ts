import { AS_STORED, isArranged, isFolded } from '../../../domain/rowView.ts';
import { type Model, rules } from '../model.ts';
import { rowViewMachine } from './rowView.ts';

const heading = { id: 7, level: 1 };

export const rowViewModel: Model<typeof rowViewMachine> = {
  machine: rowViewMachine,
  starts: () => ({ 'on a list': { view: AS_STORED } }),
  stateKey: ({ context: { view, arranged, before } }) => ({
    isFolded: isFolded(view, heading),
    isArranged: isArranged(view),
    arranged,
    isSearching: before !== null,
  }),
  events: () => [
    { type: 'view.found', view: { ...AS_STORED, foldedFrom: 1 } },
    { type: 'section.flipped', id: heading.id },
    { type: 'level.chosen', foldedFrom: 1 },
    { type: 'level.chosen', foldedFrom: null },
    { type: 'sections.entered', headings: [heading] },
    { type: 'search.began' },
    { type: 'search.ended', headings: [] },
    { type: 'search.ended', headings: [heading] },
    { type: 'arranging.asked', field: 'total' },
    { type: 'arranging.closed' },
    { type: 'arrangement.given', arrangement: { sort: { field: 'total', falling: true }, filters: [] } },
    { type: 'arrangement.given', arrangement: { sort: null, filters: [] } },
  ],
  broken: ({ context: { view } }) => rules({ 'no heading is flipped twice': new Set(view.flipped).size === view.flipped.length }),
};
