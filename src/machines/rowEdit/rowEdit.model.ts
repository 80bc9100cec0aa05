import { Refused } from '../../../domain/api/call.ts';
import { frozen } from '../../../domain/sentences/estimates.ts';
import { Postponed } from '../editQueue/types.ts';
import { type Model, rules } from '../model.ts';
import { rowEditMachine } from './rowEdit.ts';

export const rowEditModel: Model<typeof rowEditMachine> = {
  machine: rowEditMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'edit.requested', edit: { kind: 'duplicate', rows: { ids: [3] } } },
    { type: 'edit.requested', edit: { kind: 'delete', rows: { ids: [3] } } },
    { type: 'xstate.done.actor.doEdit', output: [3] },
    { type: 'xstate.error.actor.doEdit', error: new Refused(409, frozen()) },
    { type: 'xstate.error.actor.doEdit', error: new Postponed() },
    { type: 'xstate.after.takesLong.rowEdit.doing.shortly' },
  ],
  broken: ({ value, context: { edit } }) => rules({ 'what is done is known, and nothing else': (value !== 'idle') === (edit !== null) }),
};
