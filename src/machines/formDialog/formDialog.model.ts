import { Refused } from '../../../domain/contract/call.ts';
import { type Model, rules } from '../model.ts';
import { formDialog } from './formDialog.ts';

const machine = formDialog<string, string, number>('formDialog', '2 /projects');

export const formDialogModel: Model<typeof machine> = {
  machine,
  starts: () => ({ closed: undefined }),
  place: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'dialog.opened', subject: 'roof' },
    { type: 'dialog.closed' },
    { type: 'form.submitted', given: 'name' },
    { type: 'xstate.done.actor.submit', output: 1 },
    { type: 'xstate.error.actor.submit', error: new Refused(400, { name: ['Value is required'] }) },
  ],
  broken: ({ value, context: { subject } }) => rules({ 'what is asked is about something': value === 'closed' || subject !== null }),
};
