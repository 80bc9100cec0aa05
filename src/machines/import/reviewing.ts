import { importSetup, reviewed } from './setup.ts';

const removing = { meta: { spec: '10.9 Lists and rows can be left out' } };
const changing = {
  meta: { spec: '10.8 Lists, lines and columns can be decided otherwise' },
};
const cancelling = { meta: { spec: '10.17 Cancelling an import leaves the project as it was' } };
const failing = { meta: { spec: '14.2 A refusal is shown where it belongs' } };
const correcting = { meta: { spec: '10.10 Errors are shown at their cells and corrected there' } };

const carrying = { meta: { spec: '25.7 An import carries in the same step' } };
const doubting = { meta: { spec: '10.20 An unsure import is finished once its doubts were seen' } };
/** When this person ends the import themselves, the answer to their own call reports it. */
const ended = {
  'import.ended': { target: '#import.reading', actions: 'forgetFound', meta: { spec: '10.19 A missing import offers to choose a file' } },
} as const;
const finishing = [
  {
    guard: 'isFirstImportable',
    target: '#import.finishing',
    actions: 'forgetSentence',
    meta: { spec: '10.12 A first import finishes directly' },
  },
  {
    guard: 'isImportable',
    target: '#import.reviewing.checkingNumbers',
    actions: ['forgetSentence', 'forgetNumbers'],
    meta: { spec: '10.13 A later import checks the numbers first' },
  },
] as const;

/** The lists found in the file, until they are imported or discarded. */
export const reviewing = importSetup.createStateConfig({
  initial: 'idle',
  invoke: { id: 'corrections', src: 'corrections' },
  on: {
    'list.chosen': {
      actions: { type: 'chooseList', params: ({ event }) => event },
      meta: { spec: '10.6 One list is shown at a time' },
    },
    'filter.chosen': {
      actions: { type: 'chooseFilter', params: ({ event }) => event },
      meta: { spec: '10.7 A first import shows all rows, a later one the changed' },
    },
    'error.sought': { guard: 'hasErrors', actions: 'seekError', ...correcting },
    'lists.changed': { actions: { type: 'takeLists', params: ({ event }) => event }, ...correcting },
  },
  states: {
    idle: {
      entry: 'takeTurn',
      on: {
        ...ended,
        'file.chosen': { actions: 'sayOneAtATime', meta: { spec: '10.3 A project has one import at a time' } },
        'change.made': { target: 'changing', actions: { type: 'keepChange', params: ({ event }) => event }, ...changing },
        'removal.requested': {
          target: 'confirmingRemoval',
          actions: { type: 'keepChange', params: ({ event }) => ({ change: event.removal }) },
          ...removing,
        },
        'finish.requested': [
          { guard: 'hasUnseenDoubts', target: 'seeingDoubts', actions: ['forgetSentence', 'seeDoubts'], ...doubting },
          ...finishing,
        ],
        'cancel.requested': { target: 'confirmingCancel', actions: 'forgetSentence', ...cancelling },
      },
    },
    confirmingRemoval: {
      on: {
        ...ended,
        'removal.confirmed': { target: 'changing', ...removing },
        'removal.declined': { target: 'idle', actions: 'forgetChange', ...removing },
      },
    },
    changing: {
      on: {
        'file.chosen': { actions: 'sayOneAtATime', meta: { spec: '10.3 A project has one import at a time' } },
        'change.made': { actions: { type: 'keepWaiting', params: ({ event }) => event }, ...changing },
        'removal.requested': { actions: { type: 'keepRequest', params: ({ event }) => event }, ...removing },
        'finish.requested': {
          guard: 'isImportable',
          actions: { type: 'keepRequest', params: ({ event }) => event },
          meta: finishing[1].meta,
        },
        'cancel.requested': { actions: { type: 'keepRequest', params: ({ event }) => event }, ...cancelling },
      },
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ change: context.change, ...reviewed({ context }) }),
        onDone: {
          target: 'idle',
          actions: ['sayRowsChanged', { type: 'takeChanged', params: ({ event }) => event }],
          ...changing,
        },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: '#import.reading',
            actions: 'forgetFound',
            meta: { spec: '10.19 A missing import offers to choose a file' },
          },
          { target: 'idle', actions: { type: 'explainChange', params: ({ event }) => event }, ...failing },
        ],
      },
    },
    seeingDoubts: {
      on: {
        ...ended,
        'doubts.accepted': [...finishing],
        'doubts.declined': { target: 'idle', ...doubting },
        // A correction arrived late.
        'lists.changed': [
          {
            guard: { type: 'isStillImportable', params: ({ event }) => event },
            actions: { type: 'takeLists', params: ({ event }) => event },
            ...correcting,
          },
          { target: 'idle', actions: { type: 'takeLists', params: ({ event }) => event }, ...correcting },
        ],
      },
    },
    checkingNumbers: {
      initial: 'loading',
      on: {
        ...ended,
        'numbers.declined': { target: 'idle', meta: { spec: '10.14 Check Numbers can be cancelled' } },
        // A correction arrived late, so the sums are out of date.
        'lists.changed': [
          {
            guard: { type: 'isStillImportable', params: ({ event }) => event },
            target: '.loading',
            actions: [{ type: 'takeLists', params: ({ event }) => event }, 'forgetNumbers'],
            ...correcting,
          },
          { target: 'idle', actions: { type: 'takeLists', params: ({ event }) => event }, ...correcting },
        ],
      },
      states: {
        loading: {
          invoke: {
            id: 'readNumbers',
            src: 'readNumbers',
            onDone: {
              target: 'ready',
              actions: { type: 'takeNumbers', params: ({ event }) => event },
              meta: { spec: '10.13 A later import checks the numbers first' },
            },
            onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
          },
        },
        ready: {
          on: {
            'numbers.confirmed': [
              { guard: { type: 'goesOn', params: ({ event }) => event }, target: '#import.reviewing.carrying', ...carrying },
              { target: '#import.finishing', meta: { spec: '10.15 Confirming the numbers finishes the import' } },
            ],
          },
        },
        failed: { on: { 'load.retried': { target: 'loading', actions: 'forgetSentence', ...failing } } },
      },
    },
    /** The work that the version would carry; reviewed by a machine of its own. */
    carrying: {
      on: {
        // A version may be this person's own: the answer to their call opens it.
        'import.ended': { guard: { type: 'isCancelled', params: ({ event }) => event }, ...ended['import.ended'] },
        // A correction arrived late: the preview of carrying is loaded again where it is needed.
        'lists.changed': [
          {
            guard: { type: 'isStillImportable', params: ({ event }) => event },
            actions: { type: 'takeLists', params: ({ event }) => event },
            ...correcting,
          },
          { target: 'idle', actions: { type: 'takeLists', params: ({ event }) => event }, ...correcting },
        ],
        'carry.left': { target: 'idle', ...carrying },
        'carry.postponed': { target: '#import.finishing', ...carrying },
        'carry.made': { target: '#import.done', actions: { type: 'sayCarried', params: ({ event }) => event }, ...carrying },
      },
    },
    confirmingCancel: {
      on: {
        ...ended,
        'cancel.confirmed': { target: 'cancelling', ...cancelling },
        'cancel.declined': { target: 'idle', ...cancelling },
      },
    },
    cancelling: {
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: reviewed,
        onDone: { target: '#import.cancelled', actions: 'sayCancelled', ...cancelling },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: '#import.reading',
            actions: 'forgetFound',
            meta: { spec: '10.19 A missing import offers to choose a file' },
          },
          { target: 'idle', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
        ],
      },
    },
  },
});
