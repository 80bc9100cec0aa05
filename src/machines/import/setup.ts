import { assign, emit, fromPromise, setup } from 'xstate';
import { Refused, sentenceOfError } from '../../../domain/contract/call.ts';
import type { ImportLists, ImportSummary } from '../../../domain/contract/importShapes.ts';

/** Which rows of the list are shown. */
export type ImportFilter = 'all' | 'updated' | 'errors';
export type Removal = { readonly what: 'list'; readonly id: number } | { readonly what: 'row'; readonly id: number };

export type ImportEvent =
  | { readonly type: 'file.chosen'; readonly file: File }
  | { readonly type: 'list.chosen'; readonly id: number }
  | { readonly type: 'filter.chosen'; readonly filter: ImportFilter }
  | { readonly type: 'removal.requested'; readonly removal: Removal }
  | { readonly type: 'removal.confirmed' }
  | { readonly type: 'removal.declined' }
  | { readonly type: 'finish.requested' }
  | { readonly type: 'numbers.confirmed' }
  | { readonly type: 'numbers.declined' }
  | { readonly type: 'cancel.requested' }
  | { readonly type: 'cancel.confirmed' }
  | { readonly type: 'cancel.declined' }
  | { readonly type: 'load.retried' };

export type ImportEmitted =
  | { readonly type: 'import.begun' }
  /** What the screen shows of the file has changed on the server. */
  | { readonly type: 'import.changed' }
  | { readonly type: 'import.finished'; readonly versionId: number }
  | { readonly type: 'import.cancelled' };

export interface ImportContext {
  readonly isUnderWay: boolean;
  readonly found: ImportLists | null;
  readonly listId: number | null;
  readonly filter: ImportFilter;
  readonly removal: Removal | null;
  readonly numbers: ImportSummary | null;
  readonly file: File | null;
  readonly sentence: string | null;
}

/** A first import filters nothing, later ones show the updated rows (SPEC.md, section 4). */
const filterOf = ({ is_first_import }: ImportLists): ImportFilter => (is_first_import ? 'all' : 'updated');

const chosenIn = ({ new_lists }: ImportLists, listId: number | null): number | null =>
  (new_lists.find(({ id }) => id === listId) ?? new_lists[0])?.id ?? null;

const placeholder = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

export const importSetup = setup({
  types: {
    input: {} as { isUnderWay: boolean },
    context: {} as ImportContext,
    events: {} as ImportEvent,
    emitted: {} as ImportEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    upload: fromPromise<void, { file: File | null }>(placeholder('upload')),
    readLists: fromPromise<ImportLists>(placeholder('readLists')),
    remove: fromPromise<ImportLists, { removal: Removal | null }>(placeholder('remove')),
    readNumbers: fromPromise<ImportSummary>(placeholder('readNumbers')),
    finish: fromPromise<number>(placeholder('finish')),
    cancel: fromPromise<void>(placeholder('cancel')),
  },
  delays: { untilAskedAgain: 700 },
  guards: {
    isUnderWay: ({ context }) => context.isUnderWay,
    isReading: (_, { output }: { output: ImportLists }) => output.status === 'reading',
    isRefused: (_, { output }: { output: ImportLists }) => output.status === 'refused',
    isAbsent: (_, { error }: { error: unknown }) => error instanceof Refused && error.status === 404,
    isFirstImportable: ({ context }) => context.found?.status === 'importable' && context.found.is_first_import,
    isImportable: ({ context }) => context.found?.status === 'importable',
  },
  actions: {
    keepFile: assign({ file: (_, { file }: { file: File }) => file, sentence: null }),
    forgetFile: assign({ file: null }),
    begin: emit({ type: 'import.begun' }),
    sayChanged: emit({ type: 'import.changed' }),
    sayFinished: emit((_, { output }: { output: number }) => ({ type: 'import.finished' as const, versionId: output })),
    sayCancelled: emit({ type: 'import.cancelled' }),
    takeFound: assign(({ context }, { output }: { output: ImportLists }) => ({
      found: output,
      listId: chosenIn(output, context.listId),
      removal: null,
      sentence: null,
    })),
    startFilter: assign({ filter: (_, { output }: { output: ImportLists }) => filterOf(output) }),
    chooseList: assign({ listId: (_, { id }: { id: number }) => id }),
    chooseFilter: assign({ filter: (_, { filter }: { filter: ImportFilter }) => filter }),
    keepRemoval: assign({ removal: (_, { removal }: { removal: Removal }) => removal, sentence: null }),
    forgetRemoval: assign({ removal: null }),
    takeNumbers: assign({ numbers: (_, { output }: { output: ImportSummary }) => output }),
    forgetNumbers: assign({ numbers: null }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forgetSentence: assign({ sentence: null }),
  },
});
