import { importSetup } from './setup.ts';

const following = { meta: { spec: '7 GET /import/{id}/lists/: progress is told over the socket (API.md)' } };
const failing = { meta: { spec: '8 The error catalogue' } };
const cancelling = { meta: { spec: '7 POST /import/{id}/cancel/' } };
const stoppable = importSetup.createStateConfig({
  on: { 'cancel.requested': { target: 'stopping', actions: 'forgetSentence', ...cancelling } },
}).on;

/**
 * The server reads the file and tells how far it is, until it has read or refused it. One that is silent for long is asked,
 * one that is gone is asked until it is back.
 */
export const reading = importSetup.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      on: stoppable,
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
            actions: 'forgetSentence',
            meta: { spec: '7 GET /import/{id}/lists/ (404: none under way, API.md)' },
          },
          { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
        ],
      },
    },
    waiting: {
      invoke: { id: 'progress', src: 'progress' },
      on: {
        ...stoppable,
        'progress.told': { target: '.listening', actions: { type: 'takeProgress', params: ({ event }) => event }, ...following },
        'reading.ended': { target: 'asking', ...following },
      },
      initial: 'listening',
      states: { listening: { after: { untilAskedAgain: { target: '#import.reading.asking', ...following } } } },
    },
    failed: {
      on: { ...stoppable, 'load.retried': { target: 'asking', ...failing } },
      after: { untilTriedAgain: { target: 'asking', ...failing } },
    },
    stopping: {
      invoke: {
        id: 'cancel',
        src: 'cancel',
        onDone: { target: '#import.cancelled', actions: 'sayCancelled', ...cancelling },
        onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
      },
    },
  },
});
