import { Refused } from '../../../domain/api/call.ts';
import type { Extra } from '../../../domain/api/contractShapes.ts';
import { required } from '../../../domain/sentences/fields.ts';
import { type Model, rules } from '../model.ts';
import { extraMachine, type RowToWiden } from './extra.ts';

export const ROW: RowToWiden = { row_id: 7, name: 'Brickwork', unit: 'm²', quantity: '12.5', act_id: 4 };
/** Asked for by a colleague, in an act. */
export const ASKED: Extra = {
  id: 3,
  version_id: 2,
  list_id: 5,
  row_id: 7,
  act: { id: 4, number: '1' },
  list_title: 'Walls',
  code: '1.2',
  name: 'Brickwork',
  unit: 'm²',
  row_quantity: '100',
  row_extra: '0',
  row_done: '60',
  quantity: '12.5',
  value: '129.26',
  reason: 'A longer wall',
  status: 'asked',
  asked: { by: 'Bob Regular', at: '2026-11-20T10:00:00.000Z', is_own: false },
  decided: null,
  revision: 9,
};
export const APPROVED: Extra = {
  ...ASKED,
  row_extra: '12.5',
  status: 'approved',
  decided: { by: 'Ann Owner', at: '2026-11-21T10:00:00.000Z', text: 'Measured on site' },
};

const refused = (status: number, code: string) => new Refused(status, { detail: 'It cannot be done', code });
const atField = (field: string) => new Refused(400, { [field]: [required().detail], codes: { [field]: [{ code: 'required' }] } });

export const extraModel: Model<typeof extraMachine> = {
  machine: extraMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { row, extra, approves, problems, sentence } }) => ({
    value,
    row: row?.quantity,
    extra: extra?.status,
    approves,
    problems: Object.keys(problems),
    sentence: sentence?.code,
  }),
  events: () => [
    { type: 'extra.wanted', row: ROW },
    { type: 'extra.asked', quantity: '12.5', reason: 'A longer wall', approves: false },
    { type: 'extra.asked', quantity: '12.5', reason: 'A longer wall', approves: true },
    { type: 'decision.wanted', extra: ASKED, approves: true },
    { type: 'decision.wanted', extra: ASKED, approves: false },
    { type: 'extra.decided', text: 'Measured on site' },
    { type: 'withdrawal.wanted', extra: APPROVED },
    { type: 'withdrawal.confirmed' },
    { type: 'dialog.closed' },
    { type: 'xstate.done.actor.ask', output: ASKED },
    { type: 'xstate.error.actor.ask', error: atField('quantity') },
    { type: 'xstate.error.actor.ask', error: refused(409, 'extra_no_acts') },
    { type: 'xstate.done.actor.approve', output: APPROVED },
    { type: 'xstate.error.actor.approve', error: refused(409, 'extra_below_done') },
    { type: 'xstate.done.actor.decide', output: APPROVED },
    { type: 'xstate.error.actor.decide', error: atField('text') },
    { type: 'xstate.error.actor.decide', error: refused(409, 'extra_decided') },
    { type: 'xstate.done.actor.withdraw', output: { ...APPROVED, status: 'withdrawn' } },
    { type: 'xstate.error.actor.withdraw', error: refused(409, 'extra_used') },
  ],
  broken: (snapshot) => {
    const { row, extra, problems, sentence } = snapshot.context;
    const isAsking = snapshot.matches('asking') || snapshot.matches('sending');
    return rules({
      'a row is known while it is asked for': isAsking === (row !== null),
      'an extra is known before it is decided or withdrawn': snapshot.matches('closed') || isAsking || extra !== null,
      'nothing is left of what is done': !snapshot.matches('closed') || (row === null && extra === null),
      'one message is shown at a time': Object.keys(problems).length === 0 || sentence === null,
    });
  },
};
