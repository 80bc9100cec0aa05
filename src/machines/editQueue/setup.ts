import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import { nextEdit, onOwnSteps, onRowsMade, takenOver, withAdded, withoutGivenUp, withoutTaken, withRefused } from './edits.ts';
import { isInsert } from './rowsHere.ts';
import {
  type CellEdit,
  type Edit,
  type EditQueueEmitted,
  type EditQueueEvent,
  isNoAnswer,
  isSameField,
  isToSend,
  type NewEdit,
  type RevisionStep,
  type RowMade,
} from './types.ts';

interface EditQueueContext {
  /** Whose edits these are; null while nobody is signed in. */
  readonly person: number | null;
  /** Keys are this and a number: nobody else makes the same. */
  readonly prefix: string;
  readonly made: number;
  /** In the order they were made. */
  readonly edits: readonly Edit[];
  /** Values just taken, with `value` as it is saved: a cell shows for a moment that it was saved. */
  readonly saved: readonly CellEdit[];
  readonly steps: readonly RevisionStep[];
  /** Rows of this device that the server has made: a cell opened before still names its row as it was. */
  readonly rowsMade: readonly RowMade[];
  /** Tries in a row that nobody answered. */
  readonly attempt: number;
  /** Something waited: the screen may show what was there before it. */
  readonly isBehind: boolean;
}

/** The server's answer to an edit; for a cell the saved value and the step its record took. */
export interface Taken {
  readonly answer: unknown;
  readonly value: string;
  readonly step: RevisionStep | null;
  /** The row that it made. */
  readonly made?: RowMade;
}

const LONGEST_WAIT = 30_000;

export const queueSetup = setup({
  types: {
    input: {} as { readonly prefix: string },
    context: {} as EditQueueContext,
    events: {} as EditQueueEvent,
    emitted: {} as EditQueueEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    sendEdit: fromPromise<Taken, { edit: Edit | undefined }>(() => Promise.reject(new Error('sendEdit is not provided'))),
  },
  delays: {
    untilNextTry: ({ context }) => Math.min(LONGEST_WAIT, 500 * 2 ** context.attempt),
    saidSaved: 200,
  },
  guards: {
    hasMore: ({ context }) => nextEdit(context.edits) !== undefined,
    isBehind: ({ context }) => context.isBehind,
    isNobody: (_, { person }: { person: number | null }) => person === null,
    isRefused: ({ context }, { key }: { key: string }) => context.edits.some((edit) => edit.key === key && !isToSend(edit)),
    isNoAnswer: (_, { error }: { error: unknown }) => isNoAnswer(error),
  },
  actions: {
    begin: assign((_, { person, edits }: { person: number | null; edits: readonly Edit[] }) => ({
      person,
      edits: takenOver(edits),
      saved: [],
      steps: [],
      rowsMade: [],
      attempt: 0,
      isBehind: edits.length > 0,
    })),
    add: assign(({ context }, { edit, known }: { edit: NewEdit; known?: number | undefined }) => ({
      made: context.made + 1,
      edits: withAdded(
        context.edits,
        {
          ...onOwnSteps(onRowsMade(edit, context.rowsMade), context.steps, known),
          key: `${context.prefix}.${context.made}`,
          problem: null,
        },
        `${context.prefix}.${context.made}.again`,
      ),
    })),
    /** Under a new key, because the server keeps a refusal as the answer to the old one. */
    addAgain: assign(({ context }, { key }: { key: string }) => ({
      made: context.made + 1,
      edits: [
        ...context.edits.filter((edit) => edit.key !== key),
        ...context.edits.flatMap((edit) =>
          edit.key === key ? [{ ...edit, key: `${context.prefix}.${context.made}`, problem: null }] : [],
        ),
      ],
    })),
    giveUp: assign({
      edits: ({ context }, { keys }: { keys: readonly string[] }) => withoutGivenUp(context.edits, keys),
    }),
    forget: assign({ edits: ({ context }, { key }: { key: string }) => context.edits.filter((edit) => edit.key !== key) }),
    /** A row that another tab has made is asked for again under its key, because the answer says its id. */
    forgetElsewhere: assign({
      edits: ({ context }, { key }: { key: string }) => context.edits.filter((edit) => edit.key !== key || isInsert(edit)),
    }),
    emitTheirs: enqueueActions(({ context, enqueue }, { key }: { key: string }) => {
      const edit = context.edits.find((each) => each.key === key);
      if (edit) enqueue.emit({ type: 'theirs.taken', edit });
    }),
    take: enqueueActions(({ context, enqueue }, { output: { answer, value, step, made } }: { output: Taken }) => {
      const edit = nextEdit(context.edits);
      if (edit === undefined) return;
      enqueue.assign({
        attempt: 0,
        edits: withoutTaken(context.edits, edit.key, step, made),
        rowsMade: made === undefined ? context.rowsMade : [...context.rowsMade, made],
        steps: step === null || step.from === step.to ? context.steps : [...context.steps, step],
      });
      enqueue.emit({ type: 'edit.taken', edit, answer });
      if (edit.kind !== 'cell') return;
      enqueue.assign({ saved: [...context.saved.filter((each) => !isSameField(each, edit)), { ...edit, value }] });
      enqueue.raise({ type: 'saved.shown', key: edit.key }, { delay: 'saidSaved' });
    }),
    showNoLonger: assign({ saved: ({ context }, { key }: { key: string }) => context.saved.filter((edit) => edit.key !== key) }),
    refuse: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
      const edit = nextEdit(context.edits);
      if (edit === undefined) return;
      enqueue.assign({ attempt: 0, edits: withRefused(context.edits, edit, error) });
      enqueue.emit({ type: 'edit.refused', edit, error });
    }),
    postpone: assign(({ context }) => ({ attempt: context.attempt + 1, isBehind: true })),
    emitPostponed: emit({ type: 'edits.postponed' as const }),
    catchUp: assign({ isBehind: false }),
    emitCaughtUp: emit({ type: 'queue.caughtUp' as const }),
  },
});
