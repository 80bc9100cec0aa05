import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { AS_STORED, type RowView } from '../../../domain/rowView.ts';
import { type Model, rules } from '../model.ts';
import { ownCopy } from './ownCopy.ts';

type CopyMachine<Value> = ReturnType<typeof ownCopy<Value>>;

/** The model of a machine made by `ownCopy`; `other` is a value unlike `asMade`. */
export const copyModelOf = <Value>(machine: CopyMachine<Value>, asMade: Value, other: Value): Model<CopyMachine<Value>> => ({
  machine,
  starts: () => ({
    'as made': { value: asMade, isUnsent: false },
    'with a value of this device': { value: other, isUnsent: false },
    'with a value the server has not taken': { value: other, isUnsent: true },
  }),
  stateKey: ({ value, context }) => ({ value, isAsMade: context.value === asMade, isUnsent: context.isUnsent }),
  events: ({ context: { value } }) => [
    { type: 'value.changed', value: other },
    { type: 'value.changed', value: asMade },
    { type: 'retry.requested' },
    { type: 'xstate.after.beforeSending.ownCopy.changed' },
    { type: 'xstate.after.untilNextTry.ownCopy.waiting' },
    { type: 'xstate.done.actor.readCopy', output: other },
    { type: 'xstate.done.actor.readCopy', output: null },
    { type: 'xstate.error.actor.readCopy', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.sendCopy', output: value },
    { type: 'xstate.done.actor.sendCopy', output: value === asMade ? other : asMade },
    { type: 'xstate.error.actor.sendCopy', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.sendCopy', error: new Refused(404, { detail: 'There is no such list' }) },
  ],
  broken: ({ value, context: { isUnsent } }) =>
    rules({
      'what is being sent, or waits for it, is not sent yet': !['changed', 'sending', 'waiting'].includes(value) || isUnsent,
      'nothing that rests is unsent': value !== 'kept' || !isUnsent,
    }),
});

/** A person's view of a list. */
export const rowViewCopy = ownCopy<RowView>(AS_STORED, '8.43 How a list is shown is kept for its person');
export const ownCopyModel = copyModelOf(rowViewCopy, AS_STORED, { ...AS_STORED, foldedFrom: 1 });
