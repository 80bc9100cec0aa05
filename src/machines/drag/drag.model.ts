import { type Model, rules } from '../model.ts';
import { dragMachine } from './drag.ts';

export const dragModel: Model<typeof dragMachine> = {
  machine: dragMachine,
  starts: () => ({ 'at rest': undefined }),
  place: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'drag.begun', what: 'rows', to: 3 },
    { type: 'drag.moved', to: 5 },
    { type: 'drag.ended' },
    { type: 'drag.dropped' },
  ],
  broken: ({ value, context: { dragged } }) =>
    rules({ 'something is held while it is dragged': (value === 'dragging') === (dragged !== null) }),
};
