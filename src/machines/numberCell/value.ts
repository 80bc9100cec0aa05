import { cellSetup, textToSave } from './setup.ts';

const NOTHING_FIRED = '8.5 An unchanged value saves nothing';
const STALE = '8.14 A value somebody else changed is a choice';
const UNSENT = '8.12 An edit is never lost';

/** Where a typed value goes first: to the server, or through what else a kind of cell asks about it. */
type Committed = 'saving' | 'checking';

const opening = cellSetup.createStateConfig({
  on: {
    'edit.started': {
      target: 'editing',
      actions: [{ type: 'open', params: ({ event }) => event }, 'reportOpened'],
      meta: { spec: '8.2 A cell is edited where it is' },
    },
  },
}).on;

/** What was typed is taken up again as it was. */
const reopening = cellSetup.createStateConfig({
  on: {
    'edit.started': {
      target: 'editing',
      actions: [{ type: 'reopen', params: ({ event }) => event }, 'reportOpened'],
      meta: { spec: '8.13 A refused value stays in its cell' },
    },
  },
}).on;

/** The value of a cell: shown, edited, saved, waiting for the connection, or refused with what was typed kept. What is typed goes to `commits`. */
export function valueThat(commits: Committed) {
  return cellSetup.createStateConfig({
    initial: 'showing',
    states: {
      showing: {
        on: {
          ...opening,
          'unsent.found': { target: 'waiting', actions: { type: 'takeFound', params: ({ event }) => event }, meta: { spec: UNSENT } },
          'cell.left': { actions: 'reportRested', meta: { spec: '8.7 The cursor moves by arrows and pointer' } },
        },
      },
      editing: {
        on: {
          'edit.committed': [
            { guard: { type: 'endsRefusal', params: ({ event }) => event }, target: 'givingUp', meta: { spec: NOTHING_FIRED } },
            {
              guard: { type: 'staysUnsent', params: ({ event }) => event },
              target: 'waiting',
              actions: 'backToUnsent',
              meta: { spec: UNSENT },
            },
            {
              guard: { type: 'changesNothing', params: ({ event }) => event },
              target: 'showing',
              actions: ['forgetTyped', 'reportRested'],
              meta: { spec: NOTHING_FIRED },
            },
            {
              target: commits,
              actions: { type: 'keepTyped', params: ({ event }) => event },
              meta: { spec: '8.3 Enter and Tab save' },
            },
          ],
          'edit.reverted': [
            { guard: 'isUnsent', target: 'waiting', actions: 'backToUnsent', meta: { spec: UNSENT } },
            { guard: 'wasRefused', target: 'givingUp', meta: { spec: '8.4 Escape drops what was typed' } },
            { target: 'showing', actions: ['forgetTyped', 'reportRested'], meta: { spec: '8.4 Escape drops what was typed' } },
          ],
        },
      },
      saving: {
        invoke: {
          id: 'saveValue',
          src: 'saveValue',
          input: ({ context }) => ({ subject: context.subject, text: textToSave(context) }),
          onDone: {
            target: 'saved',
            actions: { type: 'takeSaved', params: ({ event }) => ({ output: event.output }) },
            meta: { spec: '8.11 An edit is saved by its own call' },
          },
          onError: [
            {
              guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
              target: 'waiting',
              actions: 'postpone',
              meta: { spec: UNSENT },
            },
            {
              target: 'refused',
              actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
              meta: { spec: '8.13 A refused value stays in its cell' },
            },
          ],
        },
      },
      waiting: {
        invoke: {
          id: 'settleValue',
          src: 'settleValue',
          input: ({ context }) => ({ subject: context.subject }),
          onDone: {
            target: 'saved',
            actions: { type: 'takeSaved', params: ({ event }) => ({ output: event.output }) },
            meta: { spec: UNSENT },
          },
          onError: {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '8.13 A refused value stays in its cell' },
          },
        },
        on: reopening,
      },
      saved: {
        after: { saidSaved: { target: 'showing', actions: 'reportRested', meta: { spec: '8.11 An edit is saved by its own call' } } },
        on: opening,
      },
      refused: {
        on: {
          ...reopening,
          'edit.reverted': { target: 'givingUp', meta: { spec: '8.4 Escape drops what was typed' } },
          'mine.kept': { guard: 'isStale', target: commits, actions: 'standOnTheirs', meta: { spec: STALE } },
          'theirs.taken': { guard: 'isStale', target: 'givingUp', meta: { spec: STALE } },
        },
      },
      givingUp: {
        invoke: {
          id: 'giveUpValue',
          src: 'giveUpValue',
          input: ({ context }) => ({ subject: context.subject, theirs: context.theirs }),
          onDone: { target: 'showing', actions: ['forgetTyped', 'reportRested'], meta: { spec: STALE } },
          onError: {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '8.13 A refused value stays in its cell' },
          },
        },
      },
    },
  });
}

export const value = valueThat('saving');
