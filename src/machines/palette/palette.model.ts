import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { highlightedOption, shownGroups } from './options.ts';
import { paletteMachine } from './palette.ts';
import type { Destination, OfferedAction } from './types.ts';

const where = { projectId: 1, versionId: 2, actId: null };
const actions: readonly OfferedAction[] = [
  { id: 'new act', group: 'here', name: 'New act', blocked: null },
  { id: 'add taxes', group: 'here', name: 'Add taxes', blocked: 'This version has an act. Make a new version to go on.' },
];
const destinations: readonly Destination[] = [{ id: 'project 1', group: 'projects', name: 'Roof', detail: '', path: '/project/1' }];

const ROWS: readonly Destination[] = [{ id: 'row 7', group: 'rows', name: '05-1 Roof tiles', detail: 'Yard', path: '/project/1/2/list/3' }];

export const paletteModel: Model<typeof paletteMachine> = {
  machine: paletteMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { text, actions, destinations, rows, sentence, ...context } }) => ({
    value,
    text,
    sentence,
    offered: [actions.length, destinations.length, rows.length],
    highlighted: highlightedOption({ text, actions, destinations, rows, sentence, ...context })?.id,
  }),
  events: () => [
    { type: 'actions.offered', actions },
    { type: 'palette.asked', where },
    { type: 'shortcuts.asked' },
    { type: 'palette.closed' },
    { type: 'escape.pressed' },
    { type: 'overlay.clicked' },
    { type: 'load.retried' },
    { type: 'text.typed', text: 'roof' },
    { type: 'rows.found', rows: ROWS },
    { type: 'highlight.moved', to: 'next' },
    { type: 'option.pointed', id: 'add taxes' },
    { type: 'option.chosen', id: 'new act' },
    { type: 'option.chosen', id: 'add taxes' },
    { type: 'option.chosen', id: 'project 1' },
    { type: 'option.chosen', id: 'no such option' },
    { type: 'xstate.done.actor.loadDestinations', output: destinations },
    { type: 'xstate.error.actor.loadDestinations', error: new Unanswered('offline') },
  ],
  broken: (palette) =>
    rules({
      'one option is highlighted while any is shown':
        shownGroups(palette.context).length > 0 === (highlightedOption(palette.context) !== null),
      'what failed is explained': !palette.matches({ open: { finding: 'failed' } }) || palette.context.sentence !== null,
      'places are known only after they were read':
        !palette.matches({ open: { finding: 'loading' } }) || palette.context.destinations.length === 0,
    }),
};
