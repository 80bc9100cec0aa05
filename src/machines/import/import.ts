import { reading } from './reading.ts';
import { reviewing } from './reviewing.ts';
import { importSetup, NOTHING_FOUND, reviewed } from './setup.ts';

const sending = '10.1 A workbook is read for a project';
const pasting = '10.2 Rows pasted are read as a file';
const cancelling = '10.17 Cancelling an import leaves the project as it was';

const choosingFile = importSetup.createStateConfig({
  on: {
    'file.chosen': {
      target: 'uploading',
      actions: { type: 'keepBrought', params: ({ event: { file } }) => ({ file }) },
      meta: { spec: sending },
    },
    'text.pasted': {
      target: 'uploading',
      actions: { type: 'keepBrought', params: ({ event: { text } }) => ({ text }) },
      meta: { spec: pasting },
    },
  },
});

/** The import of a spreadsheet into a project: one at a time, first or later. It can be cancelled at any moment. */
export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => ({
    isUnderWay: input.isUnderWay,
    ...NOTHING_FOUND,
    brought: null,
    sent: null,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isUnderWay', target: 'reading', meta: { spec: '1.4 The estimate of a project opens at its import while it has none' } },
        { target: 'choosing', meta: { spec: '1.4 The estimate of a project opens at its import while it has none' } },
      ],
    },
    choosing: choosingFile,
    uploading: {
      invoke: [
        {
          id: 'upload',
          src: 'upload',
          input: ({ context }) => ({ brought: context.brought }),
          onDone: { target: 'reading', actions: ['forgetBrought', 'begin'], meta: { spec: sending } },
          onError: {
            target: 'choosing',
            actions: ['forgetBrought', { type: 'explain', params: ({ event }) => event }],
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        },
        { id: 'sending', src: 'sending' },
      ],
      on: {
        'upload.progressed': { actions: { type: 'takeSent', params: ({ event }) => event }, meta: { spec: sending } },
        'cancel.requested': { target: 'withdrawing', actions: 'forgetBrought', meta: { spec: cancelling } },
      },
    },
    /** The file may have arrived before the upload was cancelled, or the import found may be somebody else's. So it is shown and not dropped. */
    withdrawing: {
      invoke: {
        id: 'readLists',
        src: 'readLists',
        onDone: { target: 'reading', actions: 'begin', meta: { spec: '10.4 Reading goes on behind the screen' } },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: 'choosing',
            meta: { spec: '10.19 A missing import offers to choose a file' },
          },
          {
            target: 'choosing',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        ],
      },
    },
    reading,
    reviewing,
    finishing: {
      invoke: {
        id: 'finish',
        src: 'finish',
        input: reviewed,
        onDone: {
          target: 'done',
          actions: { type: 'sayFinished', params: ({ event }) => event },
          meta: { spec: '10.16 Finishing opens the new version' },
        },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: 'reading',
            actions: 'forgetFound',
            meta: { spec: '10.19 A missing import offers to choose a file' },
          },
          {
            target: 'reviewing',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        ],
      },
    },
    refused: choosingFile,
    absent: choosingFile,
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
