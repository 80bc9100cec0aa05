import { reading } from './reading.ts';
import { reviewing } from './reviewing.ts';
import { importSetup, NOTHING_FOUND } from './setup.ts';

const sending = '7 PATCH /projects/{id}/ as multipart with a file';
const pasting = '7 POST /import/{id}/paste/ (API.md): rows pasted are read as a file';
const cancelling = '7 POST /import/{id}/cancel/';

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

/** A spreadsheet on its way into a project: one import at a time, first or later. It can be given up at any moment. */
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
        { guard: 'isUnderWay', target: 'reading', meta: { spec: '2 /import/{id}' } },
        { target: 'choosing', meta: { spec: '2 /project/{id}: project without a version' } },
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
            meta: { spec: '8 The error catalogue' },
          },
        },
        { id: 'sending', src: 'sending' },
      ],
      on: {
        'sent.told': { actions: { type: 'takeSent', params: ({ event }) => event }, meta: { spec: sending } },
        'cancel.requested': { target: 'withdrawing', actions: 'forgetBrought', meta: { spec: cancelling } },
      },
    },
    /** The file may have arrived before it was taken back, and what is there may be somebody else's: look, and drop nothing unseen. */
    withdrawing: {
      invoke: {
        id: 'readLists',
        src: 'readLists',
        onDone: { target: 'reading', actions: 'begin', meta: { spec: '7 GET /import/{id}/lists/' } },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: 'choosing',
            meta: { spec: '7 GET /import/{id}/lists/ (404: none under way, API.md)' },
          },
          {
            target: 'choosing',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '8 The error catalogue' },
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
        onDone: {
          target: 'done',
          actions: { type: 'sayFinished', params: ({ event }) => event },
          meta: { spec: '4 Import: after finishing the user goes to that version' },
        },
        onError: {
          target: 'reviewing',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '8 The error catalogue' },
        },
      },
    },
    refused: choosingFile,
    absent: choosingFile,
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
