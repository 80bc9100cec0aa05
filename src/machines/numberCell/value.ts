import { cellSetup } from './setup.ts';

const NOTHING_FIRED = '8.5 An unchanged value saves nothing';
const STALE = '8.14 A value somebody else changed is a choice';
const COMMITS = '8.3 Enter and Tab save';
const REVERTS = '8.4 Escape drops what was typed';

/** A cell that shows its value. The queue knows whether an edit of it is unsent or refused. */
export const showing = cellSetup.createStateConfig({
  on: {
    'edit.started': {
      target: 'editing',
      actions: [{ type: 'open', params: ({ event }) => event }, 'reportOpened'],
      meta: { spec: '8.2 A cell is edited where it is' },
    },
    'edit.reverted': {
      guard: { type: 'isRefused', params: ({ event }) => event },
      actions: [{ type: 'giveUp', params: ({ event }) => event }, 'reportRested'],
      meta: { spec: REVERTS },
    },
    'cell.left': { actions: 'reportRested', meta: { spec: '8.7 The cursor moves by arrows and pointer' } },
  },
}).on;

/** Transitions that end an edit without a change. */
export const unchanged = cellSetup.createStateConfig({
  on: {
    'edit.committed': [
      {
        guard: { type: 'endsRefusal', params: ({ event }) => event },
        target: 'showing',
        actions: [{ type: 'giveUp', params: { subject: null } }, 'forgetTyped', 'reportRested'],
        meta: { spec: NOTHING_FIRED },
      },
      {
        guard: { type: 'changesNothing', params: ({ event }) => event },
        target: 'showing',
        actions: ['forgetTyped', 'reportRested'],
        meta: { spec: NOTHING_FIRED },
      },
    ],
    'edit.reverted': [
      {
        guard: 'wasRefused',
        target: 'showing',
        actions: [{ type: 'giveUp', params: { subject: null } }, 'forgetTyped', 'reportRested'],
        meta: { spec: REVERTS },
      },
      { target: 'showing', actions: ['forgetTyped', 'reportRested'], meta: { spec: REVERTS } },
    ],
  },
}).on;

/** A value whose typed texts go straight to the queue. */
export const value = cellSetup.createStateConfig({
  initial: 'showing',
  states: {
    showing: {
      on: {
        ...showing,
        'mine.kept': {
          guard: { type: 'isStale', params: ({ event }) => event },
          actions: [{ type: 'keepMine', params: ({ event }) => event }, 'handOver', 'forgetTyped', 'reportRested'],
          meta: { spec: STALE },
        },
      },
    },
    editing: {
      on: {
        ...unchanged,
        'edit.committed': [
          ...unchanged['edit.committed'],
          {
            target: 'showing',
            actions: [{ type: 'keepTyped', params: ({ event }) => event }, 'handOver', 'forgetTyped', 'reportRested'],
            meta: { spec: COMMITS },
          },
        ],
      },
    },
  },
});
