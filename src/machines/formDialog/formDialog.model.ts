import { Refused } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { formDialog } from './formDialog.ts';

const machine = formDialog<string, { readonly name: string }, number>('formDialog', '1.5 Projects are listed and changed on one screen');

export const formDialogModel: Model<typeof machine> = {
  machine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'dialog.opened', subject: 'roof' },
    { type: 'dialog.closed' },
    { type: 'form.submitted', given: { name: '' } },
    { type: 'xstate.done.actor.submit', output: 1 },
    { type: 'xstate.error.actor.submit', error: new Refused(400, { name: ['Value is required'] }) },
    { type: 'xstate.error.actor.submit', error: new Refused(409, { detail: 'It is locked', code: 'act_locked' }) },
  ],
  broken: ({ value, context: { subject, problems, sentence } }) =>
    rules({
      'what is asked is about something': value === 'closed' || subject !== null,
      'a refusal is shown at its fields or as a whole': Object.keys(problems).length === 0 || sentence === null,
      'what is on its way has no refusal': value !== 'submitting' || (sentence === null && Object.keys(problems).length === 0),
    }),
};
