import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { CarryRow } from '../../../domain/api/contractShapes.ts';
import { carryMoved, olderActOpen } from '../../../domain/sentences/contracts.ts';
import { type Model, rules } from '../model.ts';
import { type CarryHead, carryingMachine, type HandPair } from './carrying.ts';

const amounts = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });
const valued = (costs: string, gross: string) => ({ costs: amounts(costs), net: amounts(costs), gross: amounts(gross) });
const texts = (row_id: number, name: string) => ({ row_id, list_title: 'Roof', code: '1.2', name, unit: 'm2' });

/** Tiles were done for 120.00 and are in no row of version 2. */
export const SETTLED: CarryRow = {
  from: { ...texts(11, 'Tiles'), quantity: '10', unit_total: '20.000000' },
  into: null,
  by_hand: false,
  done: '6',
  carried: '0',
  settled: '6',
  before: '120.00',
  settled_value: '120.00',
  revaluation: '0.00',
  total: '0.00',
};
/** Clay tiles are new in version 2. */
export const ADDED: CarryRow = {
  from: null,
  into: { ...texts(21, 'Clay tiles'), quantity: '10', unit_total: '22.000000' },
  by_hand: false,
  done: '0',
  carried: '0',
  settled: '0',
  before: '0.00',
  settled_value: '0.00',
  revaluation: '0.00',
  total: '220.00',
};
export const PAIR: HandPair = { from: 11, into: 21, fromName: 'Tiles', intoName: 'Clay tiles' };
/** 1 000.00 was done; 120.00 of it has no row, and what is carried is worth 44.00 more. */
export const HEAD: CarryHead = {
  from: { id: 3, number: 1, name: '' },
  into: { id: 4, number: 2, name: '' },
  blocked: null,
  before: valued('1000.00', '1210.00'),
  carried: valued('924.00', '1118.04'),
  settled: valued('120.00', '145.20'),
  revaluation: valued('44.00', '53.24'),
  counts: { paired: 5, revalued: 2, settled: 101, added: 1 },
  kind: 'settled',
  total: 101,
  shown: 100,
};
/** The same with the row paired. */
export const PAIRED: CarryHead = {
  ...HEAD,
  carried: valued('1056.00', '1277.76'),
  settled: valued('0.00', '0.00'),
  revaluation: valued('56.00', '67.76'),
  counts: { paired: 6, revalued: 3, settled: 0, added: 0 },
  kind: 'revalued',
  total: 3,
  shown: 3,
};
export const BLOCKED: CarryHead = { ...HEAD, blocked: olderActOpen({ number: '2', version: '1' }) };

const offline = new Unanswered('offline');
const moved = new Refused(409, { ...carryMoved() });
const open = new Refused(409, { ...olderActOpen({ number: '2', version: '1' }) });

export const carryingModel: Model<typeof carryingMachine> = {
  machine: carryingMachine,
  starts: () => ({ 'a review': { pairs: [] } }),
  // The search text and the pairs themselves decide no transition.
  stateKey: ({ value, context: { head, freshness, picked, movedFrom, sentence } }) => ({
    value,
    head: head === null ? null : head.blocked !== null ? 'blocked' : head.shown < head.total ? 'more' : 'whole',
    freshness,
    picked: picked !== null,
    moved: movedFrom !== null,
    hasSentence: sentence !== null,
  }),
  events: () => [
    { type: 'kind.chosen', kind: 'revalued' },
    { type: 'search.typed', sought: 'tile' },
    { type: 'more.requested' },
    { type: 'row.picked', row: SETTLED },
    { type: 'candidates.typed', sought: 'clay' },
    { type: 'picking.left' },
    { type: 'pair.made', pair: PAIR },
    { type: 'pair.undone', from: PAIR.from },
    { type: 'pairs.forgotten' },
    { type: 'carry.requested' },
    { type: 'carry.confirmed' },
    { type: 'carry.declined' },
    { type: 'project.changed' },
    { type: 'load.retried' },
    { type: 'xstate.after.untilTyped.carrying.reviewing.typing' },
    { type: 'xstate.after.untilTyped.carrying.reviewing.picking.typing' },
    { type: 'xstate.done.actor.preview', output: HEAD },
    { type: 'xstate.done.actor.preview', output: PAIRED },
    { type: 'xstate.done.actor.preview', output: BLOCKED },
    { type: 'xstate.error.actor.preview', error: offline },
    { type: 'xstate.done.actor.readMore', output: 101 },
    { type: 'xstate.error.actor.readMore', error: offline },
    { type: 'xstate.done.actor.seek' },
    { type: 'xstate.error.actor.seek', error: offline },
    { type: 'xstate.done.actor.carry', output: 4 },
    { type: 'xstate.error.actor.carry', error: moved },
    { type: 'xstate.error.actor.carry', error: open },
  ],
  broken: (snapshot) => {
    const { head, freshness, picked, pairs, movedFrom, sentence } = snapshot.context;
    const isAsking = snapshot.matches('confirming') || snapshot.matches('carrying') || snapshot.matches('rereading');
    return rules({
      'what is confirmed was shown': !isAsking || head !== null,
      'what is blocked is not carried': !snapshot.matches('carrying') || head?.blocked === null,
      'a row is sought for one that is picked': snapshot.matches({ reviewing: 'picking' }) === (picked !== null),
      'a row is paired once': new Set(pairs.map(({ into }) => into)).size === pairs.length,
      'what is shown in peace is up to date': !snapshot.matches({ reviewing: 'idle' }) || freshness === 'fresh',
      'what failed says why': !snapshot.matches({ reviewing: 'failed' }) || sentence !== null,
      'figures have moved only while it is asked': movedFrom === null || isAsking || snapshot.matches('carried'),
    });
  },
};
