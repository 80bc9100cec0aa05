import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { AS_STORED, type RowView } from '../../../domain/rowView.ts';
import { type Model, rules } from '../model.ts';
import { ownCopy } from './ownCopy.ts';

/** A person's view of a list. */
export const rowViewCopy = ownCopy<RowView>(AS_STORED, '8.43 How a list is shown is kept for its person');

const FOLDED: RowView = { ...AS_STORED, foldedFrom: 1 };

export const ownCopyModel: Model<typeof rowViewCopy> = {
  machine: rowViewCopy,
  starts: () => ({
    'as made': { value: AS_STORED, isUnsent: false },
    'with a value of this device': { value: FOLDED, isUnsent: false },
    'with a value the server has not taken': { value: FOLDED, isUnsent: true },
  }),
  stateKey: ({ value, context }) => ({ value, isFolded: context.value.foldedFrom !== undefined, isUnsent: context.isUnsent }),
  events: ({ context: { value } }) => [
    { type: 'value.changed', value: FOLDED },
    { type: 'value.changed', value: AS_STORED },
    { type: 'retry.requested' },
    { type: 'xstate.after.beforeSending.ownCopy.changed' },
    { type: 'xstate.after.untilNextTry.ownCopy.waiting' },
    { type: 'xstate.done.actor.readCopy', output: FOLDED },
    { type: 'xstate.done.actor.readCopy', output: null },
    { type: 'xstate.error.actor.readCopy', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.sendCopy', output: value },
    { type: 'xstate.done.actor.sendCopy', output: value.foldedFrom === undefined ? FOLDED : AS_STORED },
    { type: 'xstate.error.actor.sendCopy', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.sendCopy', error: new Refused(404, { detail: 'There is no such list' }) },
  ],
  broken: ({ value, context: { isUnsent } }) =>
    rules({
      'what is being sent, or waits for it, is not sent yet': !['changed', 'sending', 'waiting'].includes(value) || isUnsent,
      'nothing that rests is unsent': value !== 'kept' || !isUnsent,
    }),
};
