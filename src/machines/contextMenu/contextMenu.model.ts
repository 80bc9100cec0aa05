import { type Model, rules } from '../model.ts';
import { contextMenuMachine } from './contextMenu.ts';

const viewport = { width: 800, height: 600 };
const options = [
  { id: 'rename', label: 'Rename' },
  { id: 'delete', label: 'Delete', destructive: true },
];

export const contextMenuModel: Model<typeof contextMenuMachine> = {
  machine: contextMenuMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context }) => ({ value, shown: context.shown }),
  events: () => [
    { type: 'menu.opened', menu: 'one', options, viewport, pageX: 10, pageY: 20 },
    { type: 'menu.opened', menu: 'two', options, viewport, pageX: 790, pageY: 590 },
    { type: 'menu.dismissed' },
    { type: 'option.chosen', id: 'delete' },
    { type: 'option.chosen', id: 'no such option' },
  ],
  broken: ({ value, context: { shown } }) =>
    rules({
      'there is a menu while open, and only then': (value === 'open') === (shown !== null),
      'the menu lies inside the window':
        shown === null ||
        (shown.left >= 0 && shown.top >= 0 && shown.left + shown.width <= viewport.width && shown.top + shown.height <= viewport.height),
    }),
};
