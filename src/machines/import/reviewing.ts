import { importSetup } from './setup.ts';

const removing = { meta: { spec: '2 Import screen: rows and lists can be deleted' } };
const changing = {
  meta: { spec: '7 POST /import/{id}/lists/{listId}/recognize-field, and lists and lines that are taken or not (DOMAIN.md)' },
};
const cancelling = { meta: { spec: '7 POST /import/{id}/cancel/' } };
const failing = { meta: { spec: '8 The error catalogue' } };
const correcting = { meta: { spec: '8 Import errors: shown per sheet, row and cell, and corrected there (API.md)' } };

/** The lists found in the file, until they are imported or given up. */
export const reviewing = importSetup.createStateConfig({
  initial: 'idle',
  invoke: { id: 'corrections', src: 'corrections' },
  on: {
    'list.chosen': {
      actions: { type: 'chooseList', params: ({ event }) => event },
      meta: { spec: '2 Import screen: one active list and its rows' },
    },
    'filter.chosen': {
      actions: { type: 'chooseFilter', params: ({ event }) => event },
      meta: { spec: '2 Import screen: only updated rows or only rows with errors' },
    },
    'error.sought': { guard: 'hasErrors', actions: 'seekError', ...correcting },
    'found.told': { actions: { type: 'takeTold', params: ({ event }) => event }, ...correcting },
  },
  states: {
    idle: {
      on: {
        'file.chosen': { actions: 'sayOneAtATime', meta: { spec: '7 PATCH /projects/{id}/: one import at a time (API.md)' } },
        'change.made': { target: 'changing', actions: { type: 'keepChange', params: ({ event }) => event }, ...changing },
        'removal.requested': {
          target: 'confirmingRemoval',
          actions: { type: 'keepChange', params: ({ event }) => ({ change: event.removal }) },
          ...removing,
        },
        'finish.requested': [
          {
            guard: 'isFirstImportable',
            target: '#import.finishing',
            actions: 'forgetSentence',
            meta: { spec: '4 Import: the first import finishes directly' },
          },
          {
            guard: 'isImportable',
            target: 'checkingNumbers',
            actions: ['forgetSentence', 'forgetNumbers'],
            meta: { spec: '4 Import: later imports first show the Check Numbers modal' },
          },
        ],
        'cancel.requested': { target: 'confirmingCancel', actions: 'forgetSentence', ...cancelling },
      },
    },
    confirmingRemoval: {
      on: {
        'removal.confirmed': { target: 'changing', ...removing },
        'removal.declined': { target: 'idle', actions: 'forgetChange', ...removing },
      },
    },
    changing: {
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ change: context.change }),
        onDone: {
          target: 'idle',
          actions: ['sayRowsChanged', { type: 'takeFound', params: ({ event }) => event }],
          ...changing,
        },
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: '#import.reading',
            actions: 'forgetFound',
            meta: { spec: '7 GET /import/{id}/lists/: what is gone is looked for anew' },
          },
          { target: 'idle', actions: { type: 'explainChange', params: ({ event }) => event }, ...failing },
        ],
      },
    },
    checkingNumbers: {
      initial: 'loading',
      on: {
        'numbers.declined': { target: 'idle', meta: { spec: '2 Check Numbers modal: Cancel' } },
        // A correction that was still on its way: what has been added up is no longer so.
        'found.told': [
          {
            guard: { type: 'isStillImportable', params: ({ event }) => event },
            target: '.loading',
            actions: [{ type: 'takeTold', params: ({ event }) => event }, 'forgetNumbers'],
            ...correcting,
          },
          { target: 'idle', actions: { type: 'takeTold', params: ({ event }) => event }, ...correcting },
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
              meta: { spec: '7 GET /import/{id}/summary/' },
            },
            onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
          },
        },
        ready: {
          on: {
            'numbers.confirmed': { target: '#import.finishing', meta: { spec: '2 Check Numbers modal: Confirm import' } },
          },
        },
        failed: { on: { 'load.retried': { target: 'loading', actions: 'forgetSentence', ...failing } } },
      },
    },
    confirmingCancel: {
      on: {
        'cancel.confirmed': { target: 'cancelling', ...cancelling },
        'cancel.declined': { target: 'idle', ...cancelling },
      },
    },
    cancelling: {
      invoke: {
        id: 'cancel',
        src: 'cancel',
        onDone: { target: '#import.cancelled', actions: 'sayCancelled', ...cancelling },
        onError: { target: 'idle', actions: { type: 'explain', params: ({ event }) => event }, ...failing },
      },
    },
  },
});
