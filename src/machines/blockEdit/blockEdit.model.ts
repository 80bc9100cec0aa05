import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { Postponed } from '../editQueue/types.ts';
import { type Model, rules } from '../model.ts';
import { blockEditMachine, doubtIn } from './blockEdit.ts';

const cells = [{ row: 0, column: 1, field: 'quantity', value: 'x', description: 'Enter a number' }];
const named = new Refused(400, { detail: 'Nothing was pasted', code: 'paste_refused', count: 1, cells });

export const blockEditModel: Model<typeof blockEditMachine> = {
  machine: blockEditMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'block.asked', asked: { kind: 'copy', top: 0, bottom: 600, columns: [] } },
    { type: 'block.asked', asked: { kind: 'paste', top: 0, field: 'quantity', cells: [['x']], decimal: null } },
    { type: 'block.asked', asked: { kind: 'paste', top: 0, field: 'quantity', cells: [['1,240']], decimal: null } },
    { type: 'numbers.meant', meaning: 'thousands' },
    { type: 'numbers.meant', meaning: 'decimals' },
    { type: 'question.dismissed' },
    { type: 'block.dropped' },
    { type: 'refusal.dismissed' },
    { type: 'xstate.after.takesLong.blockEdit.doing.shortly' },
    { type: 'xstate.done.actor.doBlock', output: { ids: [1] } },
    { type: 'xstate.error.actor.doBlock', error: named },
    { type: 'xstate.error.actor.doBlock', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.doBlock', error: new Postponed() },
  ],
  broken: ({ value, context: { asked, refusal } }) =>
    rules({
      'what is done is known': value === 'idle' || asked !== null,
      'it is asked about doubtful numbers, and about nothing else': value !== 'asking' || (asked !== null && doubtIn(asked) !== null),
      'cells are named where they were refused, and nowhere else': (value === 'refused') === (refusal !== null),
    }),
};
