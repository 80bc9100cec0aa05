import { reviewing } from './reviewing.ts';
import { importSetup } from './setup.ts';

const choosingFile = importSetup.createStateConfig({
  on: {
    'file.chosen': {
      target: 'uploading',
      actions: { type: 'keepFile', params: ({ event }) => event },
      meta: { spec: '7 PATCH /projects/{id}/ as multipart with a file' },
    },
  },
});

/** A spreadsheet on its way into a project: one import at a time, first or later. */
export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => ({
    isUnderWay: input.isUnderWay,
    found: null,
    listId: null,
    filter: 'all',
    removal: null,
    numbers: null,
    file: null,
    sentence: null,
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
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ file: context.file }),
        onDone: { target: 'reading', actions: ['forgetFile', 'begin'], meta: { spec: '7 PATCH /projects/{id}/ as multipart with a file' } },
        onError: {
          target: 'choosing',
          actions: ['forgetFile', { type: 'explain', params: ({ event }) => event }],
          meta: { spec: '8 The error catalogue' },
        },
      },
    },
    reading: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'readLists',
            src: 'readLists',
            onDone: [
              {
                guard: { type: 'isReading', params: ({ event }) => event },
                target: 'waiting',
                actions: { type: 'takeFound', params: ({ event }) => event },
                meta: { spec: '4 Project status: not_imported' },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => event },
                target: '#import.refused',
                actions: { type: 'takeFound', params: ({ event }) => event },
                meta: { spec: '8 Import errors' },
              },
              {
                target: '#import.reviewing',
                actions: [
                  { type: 'takeFound', params: ({ event }) => event },
                  { type: 'startFilter', params: ({ event }) => event },
                ],
                meta: { spec: '4 Import: a first import filters nothing, later ones show updated rows' },
              },
            ],
            onError: [
              {
                guard: { type: 'isAbsent', params: ({ event }) => event },
                target: '#import.absent',
                meta: { spec: '7 GET /import/{id}/lists/ (404: none under way, API.md)' },
              },
              { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: '8 The error catalogue' } },
            ],
          },
        },
        waiting: { after: { untilAskedAgain: { target: 'asking', meta: { spec: '7 GET /import/{id}/lists/' } } } },
        failed: { on: { 'load.retried': { target: 'asking', actions: 'forgetSentence', meta: { spec: '8 The error catalogue' } } } },
      },
    },
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
