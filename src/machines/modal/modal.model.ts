import { type Model, rules } from '../model.ts';
import { modalMachine } from './modal.ts';

const confirm = { component: 'confirm', attributes: { title: 'Delete the list?' }, nonclosable: false };

export const modalModel: Model<typeof modalMachine> = {
  machine: modalMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context }) => ({ value, content: context.content }),
  events: () => [
    { type: 'modal.opened', content: confirm },
    { type: 'modal.opened', content: { ...confirm, nonclosable: true } },
    { type: 'modal.closed' },
    { type: 'escape.pressed' },
    { type: 'overlay.clicked' },
  ],
  broken: ({ value, context }) =>
    rules({ 'there is something to show while open, and only then': (value === 'open') === (context.content !== null) }),
};
