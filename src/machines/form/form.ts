import * as v from 'valibot';
import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfIssue } from '../../../domain/sentences/rules.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, refusalOf } from './refusal.ts';

export type { Problems };

/** The text of the fields, by their names. */
export type Typed = Readonly<Record<string, string>>;

interface FormContext {
  readonly fields: readonly string[];
  readonly problems: Problems;
  /** The refusal of the form as a whole, and the error's code. */
  readonly sentence: Sentence | null;
  readonly code: string | null;
}
const NOTHING_SAID = { problems: {}, sentence: null, code: null } as const;

/** The first error of each field that breaks its rule. */
export function problemsOf(rules: v.GenericSchema, typed: unknown): Problems {
  const checked = v.safeParse(rules, typed);
  if (checked.success) return {};
  const byField = Map.groupBy(checked.issues, (issue) => v.getDotPath(issue));
  return Object.fromEntries([...byField].flatMap(([field, [first]]) => (field && first ? [[field, sentenceOfIssue(first)]] : [])));
}

/**
 * Makes the machine of a form. The typed text stays in the form; `rules` check it on submission. `spec` names the section of docs/product.md it carries
 * out.
 */
export const form = <Given, Output>(id: string, rules: v.GenericSchema<unknown, Given>, spec: string) =>
  setup({
    types: {
      context: {} as FormContext,
      events: {} as { readonly type: 'form.submitted'; readonly typed: Typed },
      emitted: {} as { readonly type: 'form.accepted'; readonly output: Output },
      transitionMeta: {} as { spec: string },
    },
    actors: { submit: fromPromise<Output, { readonly given: Given }>(() => Promise.reject(new Error('submit is not provided'))) },
    guards: { isValid: (_, { typed }: { typed: Typed }) => v.is(rules, typed) },
    actions: {
      begin: assign((_, { typed }: { typed: Typed }) => ({ fields: Object.keys(typed), ...NOTHING_SAID })),
      showProblems: assign((_, { typed }: { typed: Typed }) => ({ ...NOTHING_SAID, problems: problemsOf(rules, typed) })),
      showRefusal: assign(({ context }, { error }: { error: unknown }) => refusalOf(error, context.fields)),
    },
  }).createMachine({
    id,
    context: { fields: [], ...NOTHING_SAID },
    initial: 'edit',
    states: {
      edit: {
        initial: 'open',
        states: { open: {}, accepted: {} },
        on: {
          'form.submitted': [
            {
              guard: { type: 'isValid', params: ({ event }) => ({ typed: event.typed }) },
              target: 'submit',
              actions: { type: 'begin', params: ({ event: { typed } }) => ({ typed }) },
              meta: { spec },
            },
            {
              target: '.open',
              actions: { type: 'showProblems', params: ({ event: { typed } }) => ({ typed }) },
              meta: { spec: '14.1 A form is checked when it is sent' },
            },
          ],
        },
      },
      submit: {
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ event }) => ({ given: v.parse(rules, event.typed) }),
          onDone: {
            target: 'edit.accepted',
            actions: emit(({ event }) => ({ type: 'form.accepted' as const, output: event.output })),
            meta: { spec },
          },
          onError: {
            target: 'edit',
            actions: { type: 'showRefusal', params: ({ event: { error } }) => ({ error }) },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        },
      },
    },
  });

export type Form<Given, Output> = ReturnType<typeof form<Given, Output>>;
