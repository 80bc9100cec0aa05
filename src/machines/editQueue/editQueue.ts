import { queueSetup, sentEdit } from './setup.ts';

const spec = '8.12 An edit is never lost';
const PUT = '8.11 An edit is saved by its own call';
const STALE = '8.14 A value somebody else changed is a choice';

const adding = queueSetup.createStateConfig({
  on: {
    'edit.added': { target: 'sending', actions: { type: 'add', params: ({ event }) => event }, meta: { spec: PUT } },
    'edit.retried': {
      guard: { type: 'isRefused', params: ({ event }) => event },
      target: 'sending',
      actions: { type: 'addAgain', params: ({ event }) => event },
      meta: { spec: '8.13 A refused value stays in its cell' },
    },
  },
}).on;

/**
 * Owns the unsaved edits of the signed-in person. Edits are sent one after another in the order they were made, each under the same key until the
 * server answers. A refused edit stays until the person gives it up. Nothing is sent for a person who has signed out.
 */
export const editQueueMachine = queueSetup.createMachine({
  id: 'editQueue',
  context: ({ input: { prefix } }) => ({
    person: null,
    prefix,
    made: 0,
    edits: [],
    sent: null,
    saved: [],
    steps: [],
    block: null,
    rowsMade: [],
    attempt: 0,
    isBehind: false,
  }),
  initial: 'nobody',
  on: {
    'person.changed': [
      {
        guard: { type: 'isNobody', params: ({ event }) => event },
        target: '.nobody',
        actions: { type: 'begin', params: ({ event }) => event },
        meta: { spec },
      },
      { target: '.deciding', actions: { type: 'begin', params: ({ event }) => event }, meta: { spec } },
    ],
    'edits.givenUp': { actions: { type: 'giveUp', params: ({ event }) => event }, meta: { spec: '8.4 Escape drops what was typed' } },
    'theirs.taken': {
      guard: { type: 'isRefused', params: ({ event }) => event },
      actions: [
        { type: 'emitTheirs', params: ({ event }) => event },
        { type: 'forget', params: ({ event }) => event },
      ],
      meta: { spec: STALE },
    },
    'saved.shown': {
      actions: { type: 'showNoLonger', params: ({ event }) => event },
      meta: { spec: '8.7 The cursor moves by arrows and pointer' },
    },
  },
  states: {
    nobody: {},
    deciding: {
      always: [
        { guard: 'hasMore', target: 'sending', meta: { spec } },
        { guard: 'isBehind', target: 'resting', actions: ['catchUp', 'emitCaughtUp'], meta: { spec } },
        { target: 'resting', meta: { spec } },
      ],
    },
    resting: {
      on: {
        ...adding,
        'edit.settledElsewhere': { actions: { type: 'forgetElsewhere', params: ({ event }) => event }, meta: { spec } },
      },
    },
    sending: {
      entry: 'noteSent',
      invoke: {
        id: 'sendEdit',
        src: 'sendEdit',
        input: ({ context }) => ({ edit: sentEdit(context) }),
        onDone: { target: 'deciding', actions: { type: 'take', params: ({ event }) => event }, meta: { spec: PUT } },
        onError: [
          {
            guard: { type: 'isNoAnswer', params: ({ event }) => event },
            target: 'waiting',
            actions: ['postpone', 'emitPostponed'],
            meta: { spec },
          },
          {
            target: 'deciding',
            actions: { type: 'refuse', params: ({ event }) => event },
            meta: { spec: '8.13 A refused value stays in its cell' },
          },
        ],
      },
      on: {
        'edit.added': { actions: { type: 'add', params: ({ event }) => event }, meta: { spec: PUT } },
        'edit.retried': {
          guard: { type: 'isRefused', params: ({ event }) => event },
          actions: { type: 'addAgain', params: ({ event }) => event },
          meta: { spec: '8.13 A refused value stays in its cell' },
        },
      },
    },
    waiting: {
      after: { untilNextTry: { target: 'deciding', meta: { spec } } },
      on: {
        ...adding,
        'retry.requested': { target: 'deciding', meta: { spec } },
        'edit.settledElsewhere': { target: 'deciding', actions: { type: 'forgetElsewhere', params: ({ event }) => event }, meta: { spec } },
      },
    },
  },
});
