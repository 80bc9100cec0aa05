import { assign, emit, fromPromise, setup } from 'xstate';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, refusalOf } from '../form/refusal.ts';

interface Submitted<Given> {
  readonly type: 'form.submitted';
  readonly given: Given;
}
/** A dialog in which a form about one subject is filled in and submitted. */
type FormDialogEvent<Subject, Given> =
  | { readonly type: 'dialog.opened'; readonly subject: Subject }
  | { readonly type: 'dialog.closed' }
  | Submitted<Given>;

interface FormDialogContext<Subject> {
  readonly subject: Subject | null;
  /** The names of the fields given; empty when the dialog gives a single value. */
  readonly fields: readonly string[];
  /** The server's errors of single fields; `sentence` is the error of the whole form. */
  readonly problems: Problems;
  readonly sentence: Sentence | null;
}
const NO_REFUSAL = { problems: {}, sentence: null } as const;
const fieldsOf = (given: unknown): readonly string[] => (typeof given === 'object' && given !== null ? Object.keys(given) : []);

const refusedBy = (error: unknown, fields: readonly string[]) => {
  const { problems, sentence } = refusalOf(error, fields);
  return { problems, sentence };
};

/** Makes the machine of such a dialog. `spec` is the statement of docs/product.md it carries out. */
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
          // Only `form.submitted` leads here, and only from a dialog that has a subject.
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

export type FormDialog<Subject, Given, Output> = ReturnType<typeof formDialog<Subject, Given, Output>>;
