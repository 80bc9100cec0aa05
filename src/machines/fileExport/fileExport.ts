import { assign, emit, fromPromise, setup } from 'xstate';
import { NotMade, Refused, sentenceOfError, Unanswered } from '../../../domain/api/call.ts';
import type { FileFormat } from '../../../domain/exchange/estimate.ts';
import { exportFailed } from '../../../domain/sentences/acts.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

type FileExportEvent =
  | { readonly type: 'export.requested'; readonly format: FileFormat }
  | { readonly type: 'export.cancelled' }
  /** Progress of writing the file, 0 to 1. */
  | { readonly type: 'export.progressed'; readonly fraction: number };

interface FileExportContext {
  readonly fraction: number;
  /** The progress of the file being written, or of the last one. */
  readonly format: FileFormat;
}
export interface MakingFile {
  readonly format: FileFormat;
  readonly reportProgress: (fraction: number) => void;
}

/** A call that failed or was not made carries its own sentence; any other one is a failure to write the file. */
const sentenceOf = (error: unknown): Sentence =>
  error instanceof Refused || error instanceof Unanswered || error instanceof NotMade ? sentenceOfError(error) : exportFailed();

const spec = '13.1 Estimates and acts are exported as files';

/** Loads the data of a file, writes it and hands it over. One export runs at a time, and it can be cancelled. */
export const fileExportMachine = setup({
  types: {
    context: {} as FileExportContext,
    events: {} as FileExportEvent,
    emitted: {} as { readonly type: 'export.done' } | { readonly type: 'export.failed'; readonly sentence: Sentence },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    makeFile: fromPromise<void, MakingFile>(() => Promise.reject(new Error('makeFile is not provided'))),
  },
  actions: {
    begin: assign((_, { format }: { format: FileFormat }) => ({ fraction: 0, format })),
    keepFraction: assign({ fraction: (_, { fraction }: { fraction: number }) => Math.min(1, Math.max(0, fraction)) }),
    emitDone: emit({ type: 'export.done' as const }),
    explain: emit((_, { error }: { error: unknown }) => ({ type: 'export.failed' as const, sentence: sentenceOf(error) })),
  },
}).createMachine({
  id: 'fileExport',
  context: { fraction: 0, format: 'xlsx' },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'export.requested': { target: 'making', actions: { type: 'begin', params: ({ event }) => event }, meta: { spec } },
      },
    },
    making: {
      invoke: {
        id: 'makeFile',
        src: 'makeFile',
        input: ({ self, context: { format } }) => ({
          format,
          reportProgress: (fraction) => self.send({ type: 'export.progressed', fraction }),
        }),
        onDone: { target: 'idle', actions: 'emitDone', meta: { spec } },
        onError: {
          target: 'idle',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
      on: {
        'export.progressed': { actions: { type: 'keepFraction', params: ({ event }) => event }, meta: { spec } },
        'export.cancelled': { target: 'idle', meta: { spec } },
      },
    },
  },
});
