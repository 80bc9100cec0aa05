import { importSetup } from './setup.ts';

const removing = { meta: { spec: '2 Import screen: rows and lists can be deleted' } };
const cancelling = { meta: { spec: '7 POST /import/{id}/cancel/' } };
const failing = { meta: { spec: '8 The error catalogue' } };

/** The lists found in the file, until they are imported or given up. */
export const reviewing = importSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'list.chosen': {
          actions: [{ type: 'chooseList', params: ({ event }) => event }, 'sayChanged'],
          meta: { spec: '2 Import screen: one active list and its rows' },
        },
        'filter.chosen': {
          actions: [{ type: 'chooseFilter', params: ({ event }) => event }, 'sayChanged'],
          meta: { spec: '2 Import screen: only updated rows or only rows with errors' },
        },
        'removal.requested': {
          target: 'confirmingRemoval',
          actions: { type: 'keepRemoval', params: ({ event }) => event },
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
        'removal.confirmed': { target: 'removing', ...removing },
        'removal.declined': { target: 'idle', actions: 'forgetRemoval', ...removing },
      },
    },
    removing: {
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => ({ removal: context.removal }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'takeFound', params: ({ event }) => event }, 'sayChanged'],
          ...removing,
        },
        onError: { target: 'idle', actions: [{ type: 'explain', params: ({ event }) => event }, 'forgetRemoval'], ...failing },
      },
    },
    checkingNumbers: {
      initial: 'loading',
      on: { 'numbers.declined': { target: 'idle', meta: { spec: '2 Check Numbers modal: Cancel' } } },
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
