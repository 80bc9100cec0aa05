import * as v from 'valibot';
import { assign, fromPromise, setup } from 'xstate';
import { Credentials } from '../../../domain/contract/credentials.ts';

/** What is wrong with each field: its first message. */
export interface Problems {
  readonly email: string | null;
  readonly password: string | null;
}
const NONE: Problems = { email: null, password: null };

export function problemsOf(typed: unknown): Problems {
  const checked = v.safeParse(Credentials, typed);
  if (checked.success) return NONE;
  const { nested } = v.flatten<typeof Credentials>(checked.issues);
  return { email: nested?.email?.[0] ?? null, password: nested?.password?.[0] ?? null };
}

type Submitted = { readonly type: 'form.submitted'; readonly email: string; readonly password: string };

/** The login form: what is typed stays in the form, what is wrong is said here. */
export const loginFormMachine = setup({
  types: {
    context: {} as { readonly problems: Problems },
    events: {} as Submitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Hands the credentials to the session and ends when it has decided. */
    logIn: fromPromise<void, Credentials>(() => Promise.reject(new Error('logIn is not provided'))),
  },
  guards: {
    isValid: (_, { typed }: { typed: unknown }) => v.is(Credentials, typed),
  },
  actions: {
    showProblems: assign({ problems: (_, { typed }: { typed: unknown }) => problemsOf(typed) }),
    hideProblems: assign({ problems: NONE }),
  },
}).createMachine({
  id: 'loginForm',
  context: { problems: NONE },
  initial: 'edit',
  states: {
    edit: {
      on: {
        'form.submitted': [
          {
            guard: { type: 'isValid', params: ({ event }) => ({ typed: event }) },
            target: 'submit',
            actions: 'hideProblems',
            meta: { spec: '5 The login is sent only when all rules pass' },
          },
          {
            actions: { type: 'showProblems', params: ({ event }) => ({ typed: event }) },
            meta: { spec: '5 Login form, checked on submit' },
          },
        ],
      },
    },
    submit: {
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ event }) => v.parse(Credentials, event),
        onDone: { target: 'edit', meta: { spec: '8 The form itself shows only the auth error text' } },
        onError: { target: 'edit', meta: { spec: '8 The form itself shows only the auth error text' } },
      },
    },
  },
});
