import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import {
  nextEdit,
  onOwnBlock,
  onOwnSteps,
  onRowsMade,
  setBy,
  takenOver,
  withAdded,
  withoutGivenUp,
  withoutTaken,
  withRefused,
} from './edits.ts';
import { isInsert } from './rowsHere.ts';
import {
  type BlockSet,
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
  /** The owner of the edits; null while nobody is signed in. */
  readonly person: number | null;
  /** Keys are this prefix and a number; the prefix is unique. */
  readonly prefix: string;
  readonly made: number;
  /** In the order they were made. */
  readonly edits: readonly Edit[];
  /** The key of the edit that was sent last. An answer belongs to it, although other edits may be ahead of it in the queue by then. */
  readonly sent: string | null;
  /** Values just saved, with `value` as the server stored it: their cells show for a moment that they were saved. */
  readonly saved: readonly CellEdit[];
  readonly steps: readonly RevisionStep[];
  /** The rows and columns that the person's latest block has set. */
  readonly block: BlockSet | null;
  /** Local rows that the server has made: an editor opened before that still names its row by the local id. */
  readonly rowsMade: readonly RowMade[];
  /** Consecutive attempts without an answer. */
  readonly attempt: number;
  /** Whether an edit has waited, so that the screen may be older than the server's data. */
  readonly isBehind: boolean;
}

/** The server's answer to an edit; for a cell with the saved value and the change of its record's revision. */
export interface Taken {
  readonly answer: unknown;
  readonly value: string;
  readonly step: RevisionStep | null;
  /** The row that the edit made. */
  readonly made?: RowMade;
  /** The rows that a block has set. */
  readonly rows?: BlockSet['rows'];
}

/** The edit that was sent last, while the queue has it. */
export const sentEdit = ({ edits, sent }: Pick<EditQueueContext, 'edits' | 'sent'>): Edit | undefined =>
  edits.find(({ key }) => key === sent);

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
      block: null,
      rowsMade: [],
      attempt: 0,
      isBehind: edits.length > 0,
    })),
    add: assign(({ context }, { edit, known }: { edit: NewEdit; known?: number | undefined }) => ({
      made: context.made + 1,
      edits: withAdded(
        context.edits,
        {
          ...onOwnSteps(onOwnBlock(onRowsMade(edit, context.rowsMade), context.block, known), context.steps, known),
          key: `${context.prefix}.${context.made}`,
          problem: null,
        },
        `${context.prefix}.${context.made}.again`,
      ),
    })),
    /** A refused edit gets a new key, because the server stores a refusal as the answer to the old one. */
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
    /** An insert that another tab has sent is repeated under the same key, because only its answer gives the row's id. */
    forgetElsewhere: assign({
      edits: ({ context }, { key }: { key: string }) => context.edits.filter((edit) => edit.key !== key || isInsert(edit)),
    }),
    emitTheirs: enqueueActions(({ context, enqueue }, { key }: { key: string }) => {
      const edit = context.edits.find((each) => each.key === key);
      if (edit) enqueue.emit({ type: 'theirs.taken', edit });
    }),
    noteSent: assign({ sent: ({ context }) => nextEdit(context.edits)?.key ?? null }),
    take: enqueueActions(({ context, enqueue }, { output: { answer, value, step, made, rows } }: { output: Taken }) => {
      const edit = sentEdit(context);
      if (edit === undefined) return;
      const block = edit.kind === 'block' && rows ? { rows, fields: setBy(edit) } : null;
      enqueue.assign({
        attempt: 0,
        edits: withoutTaken(context.edits, edit.key, step, made).map((each) => (isToSend(each) ? onOwnBlock(each, block) : each)),
        block: block ?? context.block,
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
      const edit = sentEdit(context);
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
