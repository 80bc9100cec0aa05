import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { Registration } from '../../../domain/api/registrations.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { type Form, form, type Typed } from './form.ts';

/** Example input of a form, and the outcomes of submitting it. */
export interface FormSample<Given, Output> {
  readonly right: Typed;
  readonly wrong: readonly Typed[];
  readonly output: Output;
  /** The error a submission as a whole is refused with. */
  readonly refusal?: Refused;
  /** The outcomes to walk, when not all of them are possible. */
  readonly outcomes?: readonly ModelEvent<Form<Given, Output>>[];
  /** The form has left the screen. */
  readonly isGone?: (snapshot: SnapshotFrom<Form<Given, Output>>) => boolean;
}

const used = new Refused(409, { detail: 'Used already', code: 'invitation_used' });

/** Accepted; refused at each field, at an unfilled one, and as a whole; not answered. */
const outcomesOf = <Given, Output>({
  right,
  output,
  refusal = used,
}: FormSample<Given, Output>): readonly ModelEvent<Form<Given, Output>>[] => [
  { type: 'xstate.done.actor.submit', output },
  ...Object.keys(right).map((field) => ({
    type: 'xstate.error.actor.submit' as const,
    error: new Refused(400, { [field]: [`The ${field} is refused`] }),
  })),
  { type: 'xstate.error.actor.submit', error: new Refused(400, { unasked: ['What nobody filled in is refused'] }) },
  { type: 'xstate.error.actor.submit', error: refusal },
  { type: 'xstate.error.actor.submit', error: new Unanswered('offline') },
];

export const formModelOf = <Given, Output>(
  machine: Form<Given, Output>,
  sample: FormSample<Given, Output>,
): Model<Form<Given, Output>> => ({
  machine,
  starts: () => ({ empty: undefined }) as never,
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: (snapshot) =>
    sample.isGone?.(snapshot) === true
      ? []
      : [
          ...[sample.right, ...sample.wrong].map((typed) => ({ type: 'form.submitted' as const, typed })),
          ...(sample.outcomes ?? outcomesOf(sample)),
        ],
  broken: ({ value, context: { problems, sentence } }) => {
    const messageCount = [Object.keys(problems).length > 0, sentence !== null, JSON.stringify(value).includes('accepted')].filter(
      Boolean,
    ).length;
    return rules({
      'one message is shown at a time': messageCount <= 1,
      'no message is shown while it is sent': value !== 'submit' || messageCount === 0,
    });
  },
});

const typed = { name: 'Ann', email: ' ann@actum.example ', password: 'a dry cellar' };

export const formModel = formModelOf(
  form<Registration, { readonly detail: string }>('form', Registration, '3.1 A person registers with name, email and password'),
  {
    right: typed,
    wrong: [
      { name: ' ', email: '', password: '' },
      { ...typed, email: 'ann', password: '12345' },
    ],
    output: { detail: 'Open the link' },
  },
);
