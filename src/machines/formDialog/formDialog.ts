import { assign, emit, fromPromise, setup } from 'xstate';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, refusalOf } from '../form/refusal.ts';

interface Submitted<Given> {
  readonly type: 'form.submitted';
  readonly given: Given;
}
/** A dialog that asks for something and does it: what it is about, what is filled in, and what comes of it. */
type FormDialogEvent<Subject, Given> =
  | { readonly type: 'dialog.opened'; readonly subject: Subject }
  | { readonly type: 'dialog.closed' }
  | Submitted<Given>;

interface FormDialogContext<Subject> {
  readonly subject: Subject | null;
  /** The names of what was given, when it was several fields. */
  readonly fields: readonly string[];
  /** What the server says about single fields; about all of it, `sentence`. */
  readonly problems: Problems;
  readonly sentence: Sentence | null;
}
const NO_REFUSAL = { problems: {}, sentence: null } as const;
const fieldsOf = (given: unknown): readonly string[] => (typeof given === 'object' && given !== null ? Object.keys(given) : []);

const refusedBy = (error: unknown, fields: readonly string[]) => {
  const { problems, sentence } = refusalOf(error, fields);
  return { problems, sentence };
};

/** Makes the machine of one such dialog. `spec` is the statement of docs/product.md it carries out. */
export const formDialog = <Subject, Given, Output>(id: string, spec: string) =>
  setup({
    types: {
      context: {} as FormDialogContext<Subject>,
      events: {} as FormDialogEvent<Subject, Given>,
      emitted: {} as { readonly type: 'form.accepted'; readonly output: Output },
      transitionMeta: {} as { spec: string },
    },
    actors: {
      submit: fromPromise<Output, { subject: Subject; given: Given }>(() => Promise.reject(new Error('submit is not provided'))),
    },
  }).createMachine({
    id,
    context: { subject: null, fields: [], ...NO_REFUSAL },
    initial: 'closed',
    states: {
      closed: {
        on: {
          'dialog.opened': {
            target: 'asking',
            actions: assign(({ event }) => ({ subject: event.subject, ...NO_REFUSAL })),
            meta: { spec },
          },
        },
      },
      asking: {
        on: {
          'dialog.closed': { target: 'closed', meta: { spec } },
          'form.submitted': {
            target: 'submitting',
            actions: assign(({ event }) => ({ fields: fieldsOf(event.given), ...NO_REFUSAL })),
            meta: { spec },
          },
        },
      },
      submitting: {
        invoke: {
          id: 'submit',
          src: 'submit',
          // Only `form.submitted` leads here, and only from a dialog that was opened about something.
          input: ({ context, event }) => ({ subject: context.subject as Subject, given: (event as Submitted<Given>).given }),
          onDone: {
            target: 'closed',
            actions: emit(({ event }) => ({ type: 'form.accepted' as const, output: event.output })),
            meta: { spec },
          },
          onError: {
            target: 'asking',
            actions: assign(({ context, event }) => refusedBy(event.error, context.fields)),
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        },
      },
    },
  });

/** The machine of a dialog that is about a `Subject`, takes what was `Given` and comes to an `Output`. */
export type FormDialog<Subject, Given, Output> = ReturnType<typeof formDialog<Subject, Given, Output>>;
