import { assign, emit, fromPromise, setup } from 'xstate';
import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import type { CarryKind, CarryReview, CarryRow } from '../../../domain/api/contractShapes.ts';
import { carryMoved } from '../../../domain/sentences/contracts.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** A row of the older version paired by hand with one of the newer, with the names to recognise both by. */
export interface HandPair {
  readonly from: number;
  readonly into: number;
  readonly fromName: string;
  readonly intoName: string;
}
/** The review without its rows, which are in a store. */
export interface CarryHead extends Omit<CarryReview, 'rows' | 'total'> {
  readonly kind: CarryKind;
  /** The number of rows of the kind, and how many of them are on screen. */
  readonly total: number;
  readonly shown: number;
}
export interface Looked {
  readonly pairs: readonly HandPair[];
  /** Null to begin with the kind that needs a decision. */
  readonly kind: CarryKind | null;
  readonly sought: string;
}
export interface MoreLooked extends Looked {
  readonly offset: number;
}
/** A search for rows of the newer version to pair a settled one with. */
export interface Sought extends Pick<Looked, 'pairs'> {
  readonly picked: CarryRow | null;
  readonly sought: string;
}
export interface ToCarry {
  readonly pairs: readonly HandPair[];
  readonly seen: CarryHead | null;
}

type CarryingEvent =
  | { readonly type: 'kind.chosen'; readonly kind: CarryKind }
  | { readonly type: 'search.typed'; readonly sought: string }
  | { readonly type: 'more.requested' }
  | { readonly type: 'row.picked'; readonly row: CarryRow }
  | { readonly type: 'candidates.typed'; readonly sought: string }
  | { readonly type: 'picking.left' }
  | { readonly type: 'pair.made'; readonly pair: HandPair }
  | { readonly type: 'pair.undone'; readonly from: number }
  | { readonly type: 'pairs.forgotten' }
  | { readonly type: 'carry.requested' }
  | { readonly type: 'carry.confirmed' }
  | { readonly type: 'carry.declined' }
  | { readonly type: 'project.changed' }
  | { readonly type: 'load.retried' };

interface CarryingContext {
  readonly pairs: readonly HandPair[];
  readonly kind: CarryKind | null;
  readonly sought: string;
  /** Null until it is loaded; the old review stays on screen while another one is loaded. */
  readonly head: CarryHead | null;
  /** A review that is not fresh is loaded again as soon as nothing else is being done. */
  readonly freshness: 'stale' | 'loading' | 'fresh';
  /** The settled row that is being paired. */
  readonly picked: CarryRow | null;
  readonly candidatesSought: string;
  /** The review that was confirmed before the figures changed; null when they have not. */
  readonly movedFrom: CarryHead | null;
  readonly sentence: Sentence | null;
}

const reviews = '25.1 Carrying is reviewed before it is made';
const looks = '25.2 The review shows its rows by kind';
const pairs = '25.3 What has no row is paired by hand';
const confirms = '25.5 Carrying is confirmed with what was shown';
const refuses = '14.2 A refusal is shown where it belongs';

/** Carries the work done under an older version into a newer one: review, pairing by hand, confirmation. */
export const carryingMachine = setup({
  types: {
    input: {} as { readonly pairs: readonly HandPair[] },
    context: {} as CarryingContext,
    events: {} as CarryingEvent,
    emitted: {} as { readonly type: 'carrying.made'; readonly versionId: number | null },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Loads the review with the first rows of a kind. */
    preview: fromPromise<CarryHead, Looked>(() => Promise.reject(new Error('preview is not provided'))),
    /** Loads the next rows; returns the number of rows loaded so far. */
    readMore: fromPromise<number, MoreLooked>(() => Promise.reject(new Error('readMore is not provided'))),
    /** Loads candidates for pairing, the likeliest first. */
    seek: fromPromise<void, Sought>(() => Promise.reject(new Error('seek is not provided'))),
    /** Returns the version that carries the work on. */
    carry: fromPromise<number | null, ToCarry>(() => Promise.reject(new Error('carry is not provided'))),
  },
  delays: { untilTyped: 250 },
  guards: {
    isShown: ({ context: { head } }) => head !== null,
    isOutdated: ({ context: { freshness } }) => freshness !== 'fresh',
    hasMore: ({ context: { head } }) => head !== null && head.shown < head.total,
    isReady: ({ context: { head } }) => head !== null && head.blocked === null,
    isMoved: (_, { error }: { error: unknown }) => error instanceof Refused && error.code === carryMoved.code,
  },
  actions: {
    chooseKind: assign((_, { kind }: { kind: CarryKind }) => ({ kind, sought: '', picked: null })),
    keepSought: assign((_, { sought }: { sought: string }) => ({ sought, picked: null })),
    pick: assign((_, { row }: { row: CarryRow }) => ({ picked: row, candidatesSought: '', sentence: null })),
    keepCandidatesSought: assign((_, { sought }: { sought: string }) => ({ candidatesSought: sought })),
    leavePicking: assign({ picked: null, sentence: null }),
    addPair: assign(({ context }, { pair }: { pair: HandPair }) => ({
      picked: null,
      pairs: [...context.pairs.filter(({ from, into }) => from !== pair.from && into !== pair.into), pair],
    })),
    removePair: assign(({ context }, { from: undone }: { from: number }) => ({
      picked: null,
      pairs: context.pairs.filter(({ from }) => from !== undone),
    })),
    forgetPairs: assign({ pairs: [], picked: null }),
    expectHead: assign({ freshness: 'loading' }),
    outdate: assign({ freshness: 'stale' }),
    takeHead: assign(({ context: { freshness } }, { output }: { output: CarryHead }) => ({
      head: output,
      kind: output.kind,
      // A change that came while the review was being loaded may not be in it.
      freshness: freshness === 'loading' ? 'fresh' : freshness,
      sentence: null,
    })),
    takeMore: assign(({ context: { head } }, { output }: { output: number }) => ({
      head: head && { ...head, shown: output },
      sentence: null,
    })),
    keepSeen: assign(({ context: { head } }) => ({ movedFrom: head, sentence: null })),
    forgetSaid: assign({ movedFrom: null, sentence: null }),
    explain: assign((_, { error }: { error: unknown }) => ({ sentence: sentenceOfError(error) })),
    sayMade: emit((_, { output }: { output: number | null }) => ({ type: 'carrying.made' as const, versionId: output })),
  },
}).createMachine({
  id: 'carrying',
  context: ({ input }) => ({
    pairs: input.pairs,
    kind: null,
    sought: '',
    head: null,
    freshness: 'stale',
    picked: null,
    candidatesSought: '',
    movedFrom: null,
    sentence: null,
  }),
  initial: 'reviewing',
  states: {
    reviewing: {
      initial: 'reading',
      on: {
        'kind.chosen': { target: '.reading', actions: { type: 'chooseKind', params: ({ event }) => event }, meta: { spec: looks } },
        'search.typed': { target: '.typing', actions: { type: 'keepSought', params: ({ event }) => event }, meta: { spec: looks } },
        'pair.made': { target: '.reading', actions: { type: 'addPair', params: ({ event }) => event }, meta: { spec: pairs } },
        'pair.undone': { target: '.reading', actions: { type: 'removePair', params: ({ event }) => event }, meta: { spec: pairs } },
        'row.picked': {
          guard: 'isShown',
          target: '.picking',
          actions: { type: 'pick', params: ({ event }) => event },
          meta: { spec: pairs },
        },
        'project.changed': { actions: 'outdate', meta: { spec: reviews } },
        'pairs.forgotten': { target: '.reading', actions: 'forgetPairs', meta: { spec: pairs } },
      },
      states: {
        reading: {
          entry: 'expectHead',
          invoke: {
            id: 'preview',
            src: 'preview',
            input: ({ context }) => context,
            onDone: { target: 'idle', actions: { type: 'takeHead', params: ({ event }) => event }, meta: { spec: reviews } },
            onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
          },
        },
        typing: { entry: 'outdate', after: { untilTyped: { target: 'reading', meta: { spec: looks } } } },
        idle: {
          always: { guard: 'isOutdated', target: 'reading', meta: { spec: reviews } },
          on: {
            'more.requested': { guard: 'hasMore', target: 'readingMore', meta: { spec: looks } },
            'carry.requested': { guard: 'isReady', target: '#carrying.confirming', actions: 'forgetSaid', meta: { spec: confirms } },
          },
        },
        readingMore: {
          invoke: {
            id: 'readMore',
            src: 'readMore',
            input: ({ context }) => ({ ...context, offset: context.head?.shown ?? 0 }),
            onDone: { target: 'idle', actions: { type: 'takeMore', params: ({ event }) => event }, meta: { spec: looks } },
            onError: { target: 'idle', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
          },
        },
        failed: { on: { 'load.retried': { target: 'reading', meta: { spec: refuses } } } },
        picking: {
          initial: 'seeking',
          on: {
            'candidates.typed': {
              target: '.typing',
              actions: { type: 'keepCandidatesSought', params: ({ event }) => event },
              meta: { spec: pairs },
            },
            'picking.left': { target: 'idle', actions: 'leavePicking', meta: { spec: pairs } },
          },
          states: {
            typing: { after: { untilTyped: { target: 'seeking', meta: { spec: pairs } } } },
            seeking: {
              invoke: {
                id: 'seek',
                src: 'seek',
                input: ({ context: { pairs: made, picked, candidatesSought } }) => ({ pairs: made, picked, sought: candidatesSought }),
                onDone: { target: 'choosing', meta: { spec: pairs } },
                onError: { target: 'choosing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
              },
            },
            choosing: {},
          },
        },
      },
    },
    confirming: {
      on: {
        'carry.confirmed': { guard: 'isReady', target: 'carrying', meta: { spec: confirms } },
        'project.changed': { actions: 'outdate', meta: { spec: reviews } },
        'carry.declined': { target: 'reviewing.idle', actions: 'forgetSaid', meta: { spec: confirms } },
      },
    },
    carrying: {
      exit: 'outdate',
      invoke: {
        id: 'carry',
        src: 'carry',
        input: ({ context: { pairs: made, head } }) => ({ pairs: made, seen: head }),
        onDone: { target: 'carried', actions: { type: 'sayMade', params: ({ event }) => event }, meta: { spec: confirms } },
        onError: [
          { guard: { type: 'isMoved', params: ({ event }) => event }, target: 'rereading', actions: 'keepSeen', meta: { spec: confirms } },
          { target: 'confirming', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
        ],
      },
    },
    /** The figures have changed, so they are loaded again and the person confirms again. */
    rereading: {
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context }) => context,
        onDone: { target: 'confirming', actions: { type: 'takeHead', params: ({ event }) => event }, meta: { spec: confirms } },
        onError: { target: 'confirming', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    carried: { type: 'final' },
  },
});
