import { cellSetup, textToSave } from './setup.ts';

/** Where a typed value goes first: to the server, or through what else a kind of cell asks about it. */
type Committed = 'saving' | 'checking';

const givenTo = (commits: Committed) =>
  cellSetup.createStateConfig({
    on: {
      'value.given': [
        {
          guard: { type: 'changesNothing', params: ({ event }) => event },
          target: 'showing',
          actions: ['forgetTyped', 'reportRested'],
          meta: { spec: '2 Number cells: an empty or unchanged value fires no change' },
        },
        {
          target: commits,
          actions: { type: 'keepTyped', params: ({ event }) => event },
          meta: { spec: '2 Act row helper: buttons for the minimum and the maximum' },
        },
      ],
    },
  }).on;

/** The value of a cell: shown, edited, saved, or refused with what was typed kept. What is typed goes to `commits`. */
export const valueThat = (commits: Committed) =>
  cellSetup.createStateConfig({
    initial: 'showing',
    states: {
      showing: {
        on: {
          'edit.started': {
            target: 'editing',
            actions: [{ type: 'open', params: ({ event }) => event }, 'reportOpened'],
            meta: { spec: '2 Number cells: edited inline' },
          },
          ...givenTo(commits),
          'cell.left': { actions: 'reportRested', meta: { spec: '2 Number cells' } },
        },
      },
      editing: {
        on: {
          ...givenTo(commits),
          'edit.committed': [
            {
              guard: { type: 'changesNothing', params: ({ event }) => event },
              target: 'showing',
              actions: ['forgetTyped', 'reportRested'],
              meta: { spec: '2 Number cells: an empty or unchanged value fires no change' },
            },
            {
              target: commits,
              actions: { type: 'keepTyped', params: ({ event }) => event },
              meta: { spec: '2 Number cells: Enter commits' },
            },
          ],
          'edit.reverted': { target: 'showing', actions: ['forgetTyped', 'reportRested'], meta: { spec: '2 Number cells: Esc reverts' } },
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
            meta: { spec: '7 PUT with a single field' },
          },
          onError: {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '5 Server error text from 4xx responses is shown on the field' },
          },
        },
      },
      saved: {
        after: { saidSaved: { target: 'showing', actions: 'reportRested', meta: { spec: '2 Number cells' } } },
        on: {
          'edit.started': {
            target: 'editing',
            actions: [{ type: 'open', params: ({ event }) => event }, 'reportOpened'],
            meta: { spec: '2 Number cells: edited inline' },
          },
        },
      },
      refused: {
        on: {
          ...givenTo(commits),
          'edit.started': {
            target: 'editing',
            actions: [{ type: 'reopen', params: ({ event }) => event }, 'reportOpened'],
            meta: { spec: '5 Server error text: what was typed is kept' },
          },
          'edit.reverted': { target: 'showing', actions: ['forgetTyped', 'reportRested'], meta: { spec: '2 Number cells: Esc reverts' } },
          'theirs.taken': { guard: 'isStale', target: 'takingTheirs', meta: { spec: '8 A stale edit, 409 (API.md, Conventions)' } },
        },
      },
      takingTheirs: {
        invoke: {
          id: 'takeTheirs',
          src: 'takeTheirs',
          input: ({ context }) => ({ subject: context.subject, theirs: context.theirs }),
          onDone: {
            target: 'showing',
            actions: ['forgetTyped', 'reportRested'],
            meta: { spec: '8 A stale edit, 409 (API.md, Conventions)' },
          },
          onError: {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '5 Server error text from 4xx responses is shown on the field' },
          },
        },
      },
    },
  });

export const value = valueThat('saving');
