import { type Model, rules } from '../model.ts';
import { tooltipMachine } from './tooltip.ts';

const [undo, redo] = [{ name: 'Undo' }, { name: 'Redo' }];

export const tooltipModel: Model<typeof tooltipMachine> = {
  machine: tooltipMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { tip } }) => ({ value, tip }),
  events: () => [
    { type: 'anchor.pointed', tip: { anchor: undo, text: 'Undo' } },
    { type: 'anchor.pointed', tip: { anchor: undo, text: 'Undo: Roof' } },
    { type: 'anchor.pointed', tip: { anchor: redo, text: 'Redo' } },
    { type: 'anchor.reached', tip: { anchor: redo, text: 'Redo' } },
    { type: 'anchor.left', anchor: undo },
    { type: 'anchor.left', anchor: redo },
    { type: 'tooltip.pointed' },
    { type: 'tooltip.left' },
    { type: 'tooltip.dismissed' },
    { type: 'xstate.after.resting.tooltip.waiting' },
    { type: 'xstate.after.crossing.tooltip.leaving' },
  ],
  broken: ({ value, context: { tip } }) => rules({ 'there are words unless it is closed': (value === 'closed') === (tip === null) }),
};
