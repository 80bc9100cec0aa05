import * as v from 'valibot';
import { assign, emit, fromPromise, setup } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import { ProjectTerms, TermsFields, type TermsMove } from '../../../domain/api/certificateShapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { DRAFT_FIELDS, draftOf, type TermsDraft, termsOfDraft } from '../../../domain/termsDraft.ts';
import { type Problems, problemsOf } from '../form/form.ts';
import { refusalOf } from '../form/refusal.ts';

export interface TermsAsked {
  readonly terms: TermsFields;
}
export interface TermsSet extends TermsAsked {
  /** The revision of the terms they replace. */
  readonly expected: number | null;
}

type TermsEvent =
  | { readonly type: 'terms.opened'; readonly terms: ProjectTerms }
  | { readonly type: 'terms.typed'; readonly typed: Partial<TermsDraft> }
  | { readonly type: 'start.chosen'; readonly terms: TermsFields }
  | { readonly type: 'theirs.taken' }
  | { readonly type: 'terms.submitted' }
  | { readonly type: 'moves.confirmed' }
  | { readonly type: 'moves.declined' }
  | { readonly type: 'terms.closed' };

interface TermsContext {
  readonly draft: TermsDraft | null;
  /** The number of times the whole draft was replaced; the fields are made anew each time. */
  readonly replaced: number;
  /** The terms that these will replace. */
  readonly expected: number | null;
  /** Terms that others agreed meanwhile; null when there are none, or the person has decided between the two. */
  readonly theirs: ProjectTerms | null;
  /** Changes to certificates that are not issued. */
  readonly moves: readonly TermsMove[];
  /** By the fields of the draft. */
  readonly problems: Problems;
  readonly sentence: Sentence | null;
}
const NO_REFUSAL = { problems: {}, sentence: null } as const;
const NOTHING: TermsContext = { draft: null, replaced: 0, expected: null, theirs: null, moves: [], ...NO_REFUSAL };

const byField = (problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).flatMap(([path, problem]) => (DRAFT_FIELDS[path] ? [[DRAFT_FIELDS[path], problem]] : [])));
const problemsIn = (draft: TermsDraft | null): Problems => (draft === null ? {} : byField(problemsOf(TermsFields, termsOfDraft(draft))));

/** The terms in force, from the refusal of terms that were based on others. */
function theirsIn(error: unknown): ProjectTerms | null {
  if (!(error instanceof Refused) || error.code !== 'stale_terms') return null;
  const read = v.safeParse(v.object({ terms: ProjectTerms }), error.body);
  return read.success ? read.output.terms : null;
}

const spec = '21.7 Terms of payment are agreed for a project';
const moves = '21.8 A change of terms says what it moves';
const refuses = '14.2 A refusal is shown where it belongs';

/** The terms of a project's payments: typed beside an example, and saved after a preview of the certificates they change. */
export const termsMachine = setup({
  types: {
    context: {} as TermsContext,
    events: {} as TermsEvent,
    emitted: {} as { readonly type: 'terms.set' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Computes the changes that the terms would make to certificates. */
    preview: fromPromise<readonly TermsMove[], TermsAsked>(() => Promise.reject(new Error('preview is not provided'))),
    set: fromPromise<void, TermsSet>(() => Promise.reject(new Error('set is not provided'))),
  },
  guards: {
    isRight: ({ context }) => Object.keys(problemsIn(context.draft)).length === 0,
    movesNothing: (_, { output }: { output: readonly TermsMove[] }) => output.length === 0,
    isStale: (_, { error }: { error: unknown }) => theirsIn(error) !== null,
  },
  actions: {
    open: assign((_, { terms }: { terms: ProjectTerms }) => ({ ...NOTHING, draft: draftOf(terms.terms), expected: terms.id })),
    /** A shown problem disappears once its field is valid; typing alone shows no new one. */
    type: assign(({ context }, { typed }: { typed: Partial<TermsDraft> }) => {
      const draft = context.draft && { ...context.draft, ...typed };
      const left = problemsIn(draft);
      return {
        draft,
        problems: Object.fromEntries(Object.entries(context.problems).filter(([field]) => !(field in typed) || field in left)),
      };
    }),
    begin: assign(({ context }, { terms }: { terms: TermsFields }) => ({
      ...NO_REFUSAL,
      draft: draftOf(terms),
      replaced: context.replaced + 1,
    })),
    takeTheirs: assign(({ context: { theirs, draft, replaced } }) => ({
      ...NO_REFUSAL,
      theirs: null,
      draft: theirs === null ? draft : draftOf(theirs.terms),
      replaced: replaced + 1,
    })),
    showProblems: assign(({ context }) => ({ sentence: null, problems: problemsIn(context.draft) })),
    forgetRefusal: assign({ ...NO_REFUSAL, theirs: null, moves: [] }),
    keepMoves: assign({ moves: (_, { output }: { output: readonly TermsMove[] }) => output }),
    keepTheirs: assign((_, { error }: { error: unknown }) => {
      const theirs = theirsIn(error);
      return { theirs, expected: theirs?.id ?? null };
    }),
    explain: assign((_, { error }: { error: unknown }) => {
      const { problems, sentence } = refusalOf(error, Object.keys(DRAFT_FIELDS));
      return { problems: byField(problems), sentence };
    }),
    forget: assign(NOTHING),
    emitSet: emit({ type: 'terms.set' as const }),
  },
}).createMachine({
  id: 'terms',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      on: { 'terms.opened': { target: 'editing', actions: { type: 'open', params: ({ event }) => event }, meta: { spec } } },
    },
    editing: {
      on: {
        'terms.typed': { actions: { type: 'type', params: ({ event }) => event }, meta: { spec } },
        'start.chosen': { actions: { type: 'begin', params: ({ event }) => event }, meta: { spec } },
        'theirs.taken': { actions: 'takeTheirs', meta: { spec: moves } },
        'terms.submitted': [
          { guard: 'isRight', target: 'previewing', actions: 'forgetRefusal', meta: { spec: moves } },
          { actions: 'showProblems', meta: { spec: '14.1 A form is checked when it is sent' } },
        ],
        'terms.closed': { target: 'closed', actions: 'forget', meta: { spec } },
      },
    },
    previewing: {
      invoke: {
        id: 'preview',
        src: 'preview',
        // The draft exists from the moment the terms are opened.
        input: ({ context }) => ({ terms: termsOfDraft(context.draft as TermsDraft) }),
        onDone: [
          { guard: { type: 'movesNothing', params: ({ event }) => event }, target: 'setting', meta: { spec: moves } },
          { target: 'confirming', actions: { type: 'keepMoves', params: ({ event }) => event }, meta: { spec: moves } },
        ],
        onError: { target: 'editing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    confirming: {
      on: {
        'moves.confirmed': { target: 'setting', meta: { spec: moves } },
        'moves.declined': { target: 'editing', meta: { spec: moves } },
      },
    },
    setting: {
      invoke: {
        id: 'set',
        src: 'set',
        input: ({ context: { draft, expected } }) => ({ terms: termsOfDraft(draft as TermsDraft), expected }),
        onDone: { target: 'closed', actions: ['forget', 'emitSet'], meta: { spec } },
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => event },
            target: 'editing',
            actions: { type: 'keepTheirs', params: ({ event }) => event },
            meta: { spec: moves },
          },
          { target: 'editing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
        ],
      },
    },
  },
});
