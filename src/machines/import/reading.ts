import { importSetup, reviewed } from './setup.ts';

const following = { meta: { spec: '10.4 Reading goes on behind the screen' } };
const failing = { meta: { spec: '14.2 A refusal is shown where it belongs' } };
const cancelling = { meta: { spec: '10.17 Cancelling an import leaves the project as it was' } };
const stoppable = importSetup.createStateConfig({
  on: { 'cancel.requested': { target: 'stopping', actions: 'forgetSentence', ...cancelling } },
}).on;

/**
 * The server reads the file and reports its progress until it has read or refused it. After a long silence it is asked; while it does not answer, it is
 * asked again.
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
            meta: { spec: '10.4 Reading goes on behind the screen' },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: '#import.refused',
            actions: { type: 'takeFound', params: ({ event }) => event },
            meta: { spec: '10.18 A file that cannot be read says why' },
          },
          {
            target: '#import.reviewing',
            actions: [
              { type: 'takeFound', params: ({ event }) => event },
              { type: 'startFilter', params: ({ event }) => event },
            ],
            meta: { spec: '10.7 A first import shows all rows, a later one the changed' },
          },
        ],
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: '#import.absent',
            actions: 'forgetSentence',
            meta: { spec: '10.19 A missing import offers to choose a file' },
          },
          { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
        ],
      },
    },
    waiting: {
      invoke: { id: 'progress', src: 'progress' },
      on: {
        ...stoppable,
        'reading.progressed': { target: '.listening', actions: { type: 'takeProgress', params: ({ event }) => event }, ...following },
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
        input: reviewed,
        onDone: { target: '#import.cancelled', actions: 'sayCancelled', ...cancelling },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: 'asking',
            actions: 'forgetFound',
            meta: { spec: '10.19 A missing import offers to choose a file' },
          },
          { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
        ],
      },
    },
  },
});
