import { assign, type EventObject, emit, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import type { ImportLists, ImportSummary } from '../../../domain/api/importShapes.ts';
import { importUnfinished } from '../../../domain/sentences/imports.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import {
  type Change,
  chosenIn,
  doubtKey,
  type ErrorLocation,
  errorAfter,
  filterOf,
  hasUnseenDoubts,
  type ImportFilter,
  type Removal,
} from './found.ts';

/** The source of an import: a file, or rows copied from a spreadsheet. */
export type Brought = { readonly file: File } | { readonly text: string };

/** A step that follows once every change is made. */
type Request =
  | { readonly type: 'removal.requested'; readonly removal: Removal }
  | { readonly type: 'finish.requested' }
  | { readonly type: 'cancel.requested' };

type ImportEvent =
  | ({ readonly type: 'file.chosen' } & Extract<Brought, { file: File }>)
  | ({ readonly type: 'text.pasted' } & Extract<Brought, { text: string }>)
  /** This fraction of the file has been sent. */
  | { readonly type: 'upload.progressed'; readonly fraction: number }
  /** This fraction of the file has been read. */
  | { readonly type: 'reading.progressed'; readonly progress: number }
  | { readonly type: 'reading.ended' }
  | { readonly type: 'list.chosen'; readonly id: number }
  | { readonly type: 'filter.chosen'; readonly filter: ImportFilter }
  | { readonly type: 'error.sought' }
  | { readonly type: 'change.made'; readonly change: Change; readonly hasWaited?: boolean }
  | Request
  /** The lists after a cell was corrected. */
  | { readonly type: 'lists.changed'; readonly found: ImportLists }
  /** The import was cancelled, or finished and so became a version. */
  | { readonly type: 'import.ended'; readonly isVersion: boolean }
  | { readonly type: 'removal.confirmed' }
  | { readonly type: 'removal.declined' }
  | { readonly type: 'doubts.accepted' }
  | { readonly type: 'doubts.declined' }
  /** `goesOn` where acts of the project could go on in the new version. */
  | { readonly type: 'numbers.confirmed'; readonly goesOn: boolean }
  | { readonly type: 'carry.left' }
  /** Only the version is made; the work may be carried later. */
  | { readonly type: 'carry.postponed' }
  /** The version was made, and the work was carried into it. */
  | { readonly type: 'carry.made'; readonly versionId: number | null }
  | { readonly type: 'numbers.declined' }
  | { readonly type: 'cancel.confirmed' }
  | { readonly type: 'cancel.declined' }
  | { readonly type: 'load.retried' };

type ImportEmitted =
  | { readonly type: 'import.begun' }
  /** The rows on screen have changed on the server. */
  | { readonly type: 'import.changed' }
  /** Without a version the import ends on the project's page. */
  | { readonly type: 'import.finished'; readonly versionId: number | null }
  | { readonly type: 'import.cancelled' };

interface ImportContext {
  readonly isUnderWay: boolean;
  readonly brought: Brought | null;
  /** The fraction that has been sent; null where it is unknown. */
  readonly sent: number | null;
  readonly found: ImportLists | null;
  readonly listId: number | null;
  readonly filter: ImportFilter;
  /** The error the cursor was last sent to. Each time it is a new object. */
  readonly sought: ErrorLocation | null;
  /** The change that waits for confirmation or is being made. */
  readonly change: Change | Removal | null;
  /** Changes that were decided while another was being made. */
  readonly waiting: readonly Change[];
  /** The last step that was requested meanwhile. */
  readonly requested: Request | null;
  /** The column whose new meaning was refused; `sentence` says why. */
  readonly refusedColumn: number | null;
  readonly numbers: ImportSummary | null;
  /** The doubts that were shown before finishing. */
  readonly seenDoubts: readonly string[];
  readonly sentence: Sentence | null;
}

/** The context before a file is read. */
export const NOTHING_FOUND = {
  found: null,
  listId: null,
  filter: 'all',
  sought: null,
  change: null,
  waiting: [] as readonly Change[],
  requested: null,
  refusedColumn: null,
  numbers: null,
  seenDoubts: [] as readonly string[],
  sentence: null,
} as const;

/** The import on screen; undefined before it was read. Somebody else may have ended it and begun another. */
export interface Reviewed {
  readonly importId: number | undefined;
}
export const reviewed = ({ context: { found } }: { readonly context: ImportContext }): Reviewed => ({ importId: found?.import_id });
type ListsLoaded = { readonly output: ImportLists };
function notProvided(name: string): never {
  throw new Error(`${name} is not provided`);
}

export const importSetup = setup({
  types: {
    input: {} as { isUnderWay: boolean },
    context: {} as ImportContext,
    events: {} as ImportEvent,
    emitted: {} as ImportEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    upload: fromPromise<void, { brought: Brought | null }>(() => notProvided('upload')),
    /** Reports the fraction of the upload that has been sent. */
    sending: fromCallback<EventObject>(() => notProvided('sending')),
    /** Reports how far the server has read, and when it stops reading. */
    progress: fromCallback<EventObject>(() => notProvided('progress')),
    readLists: fromPromise<ImportLists>(() => notProvided('readLists')),
    change: fromPromise<ImportLists, Reviewed & { change: Change | Removal | null }>(() => notProvided('change')),
    /** Reports the lists after a cell was corrected. */
    corrections: fromCallback<EventObject>(() => notProvided('corrections')),
    readNumbers: fromPromise<ImportSummary>(() => notProvided('readNumbers')),
    finish: fromPromise<number | null, Reviewed>(() => notProvided('finish')),
    cancel: fromPromise<void, Reviewed>(() => notProvided('cancel')),
  },
  delays: { untilAskedAgain: 5_000, untilTriedAgain: 5_000 },
  guards: {
    isUnderWay: ({ context }) => context.isUnderWay,
    isReading: (_, { output }: ListsLoaded) => output.status === 'reading',
    isRefused: (_, { output }: ListsLoaded) => output.status === 'refused',
    isAbsent: (_, { error }: { error: unknown }) => error instanceof Refused && error.status === 404,
    hasUnseenDoubts: ({ context }) =>
      context.found?.status === 'importable' && context.found.certainty === 'unsure' && hasUnseenDoubts(context.found, context.seenDoubts),
    isFirstImportable: ({ context }) => context.found?.status === 'importable' && context.found.is_first_import,
    isImportable: ({ context }) => context.found?.status === 'importable',
    isStillImportable: (_, { found }: { found: ImportLists }) => found.status === 'importable',
    isCancelled: (_, { isVersion }: { isVersion: boolean }) => !isVersion,
    goesOn: (_, { goesOn }: { goesOn: boolean }) => goesOn,
    hasErrors: ({ context }) => context.found?.errors.some(({ rows }) => rows.length > 0) === true,
  },
  actions: {
    keepBrought: assign({ ...NOTHING_FOUND, sent: null, brought: (_, brought: Brought) => brought }),
    takeSent: assign({ sent: (_, { fraction }: { fraction: number }) => fraction }),
    forgetFound: assign(NOTHING_FOUND),
    forgetBrought: assign({ brought: null, sent: null }),
    begin: emit({ type: 'import.begun' }),
    /** Percent lines are not rows, so the table stays. */
    sayRowsChanged: enqueueActions(({ context, enqueue }) => {
      if (context.change?.what !== 'line') enqueue.emit({ type: 'import.changed' });
    }),
    sayFinished: emit((_, { output }: { output: number | null }) => ({ type: 'import.finished' as const, versionId: output })),
    sayCancelled: emit({ type: 'import.cancelled' }),
    sayCarried: emit((_, { versionId }: { versionId: number | null }) => ({ type: 'import.finished' as const, versionId })),
    takeFound: assign(({ context }, { output }: ListsLoaded) => ({
      found: output,
      listId: chosenIn(output, context.listId),
      change: null,
      sentence: null,
    })),
    takeChanged: assign(({ context }, { output }: ListsLoaded) => ({
      found: output,
      listId: chosenIn(output, context.listId),
      change: null,
    })),
    takeProgress: assign({ found: ({ context: { found } }, { progress }: { progress: number }) => found && { ...found, progress } }),
    takeLists: assign(({ context }, { found }: { found: ImportLists }) => ({ found, listId: chosenIn(found, context.listId) })),
    startFilter: assign({ filter: (_, { output }: ListsLoaded) => filterOf(output) }),
    chooseList: assign({ listId: (_, { id }: { id: number }) => id, sought: null, refusedColumn: null, sentence: null }),
    chooseFilter: assign({ filter: (_, { filter }: { filter: ImportFilter }) => filter }),
    /** Moves to the next error and to a filter that shows its row. */
    seekError: assign(({ context }) => {
      const sought = context.found && errorAfter(context.found, context.sought, context.listId);
      const filter = context.filter === 'all' ? context.filter : ('errors' as const);
      return sought === null ? {} : { sought, listId: sought.listId, filter };
    }),
    /** The refusal of the previous change stays on screen. */
    keepChange: assign((_, { change, hasWaited = false }: { change: Change | Removal; hasWaited?: boolean }) =>
      hasWaited ? { change } : { change, sentence: null, refusedColumn: null },
    ),
    keepWaiting: assign({ waiting: ({ context }, { change }: { change: Change }) => [...context.waiting, change] }),
    keepRequest: assign({ requested: (_, requested: Request) => requested }),
    takeTurn: enqueueActions(({ context: { waiting, requested }, enqueue }) => {
      const [change, ...later] = waiting;
      if (change !== undefined) {
        enqueue.assign({ waiting: later });
        enqueue.raise({ type: 'change.made', change, hasWaited: true });
      } else if (requested !== null) {
        enqueue.assign({ requested: null });
        enqueue.raise(requested);
      }
    }),
    forgetChange: assign({ change: null }),
    /** The refusal of a column's meaning is shown at the column. A step requested for after this change is not taken. */
    explainChange: assign(({ context: { change } }, { error }: { error: unknown }) => ({
      requested: null,
      sentence: sentenceOfError(error),
      refusedColumn: change?.what === 'column' ? change.column : null,
      change: null,
    })),
    seeDoubts: assign(({ context: { found, seenDoubts } }) => ({
      seenDoubts: [...new Set([...seenDoubts, ...(found?.doubts.map(doubtKey) ?? [])])],
    })),
    takeNumbers: assign({ numbers: (_, { output }: { output: ImportSummary }) => output }),
    forgetNumbers: assign({ numbers: null }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error), refusedColumn: null }),
    sayOneAtATime: assign({
      sentence: importUnfinished(),
      refusedColumn: null,
    }),
    forgetSentence: assign({ sentence: null, refusedColumn: null }),
  },
});
