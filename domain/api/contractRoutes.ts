/** The calls about a contract that changes: carrying into a newer version, separate contracts, extras. */
import * as v from 'valibot';
import { extraReason } from '../sentences/contracts.ts';
import { ruleText } from '../sentences/rules.ts';
import * as c from './contractShapes.ts';
import type { Endpoints } from './endpoint.ts';
import * as f from './fields.ts';
import { noLongerThan } from './longest.ts';
import { Id } from './scalars.ts';
import * as s from './shapes.ts';
import { WholeContract, WholeContractQuery } from './wholeContractShapes.ts';

const id = v.object({ id: f.IdParameter });
/** Rows that are paired by hand in one carrying. */
const MOST_PAIRS = 20_000;
const byHand = v.pipe(
  v.optional(v.pipe(v.array(v.strictObject({ from: Id, into: Id })), v.maxLength(MOST_PAIRS)), []),
  v.description('Rows paired by hand: an older one with a newer one'),
);
/** The version whose work is carried, and the rows matched by hand. */
const CarryAsked = v.object({
  from_version_id: v.pipe(v.optional(v.nullable(Id), null), v.description('Without it, the version whose acts would go on')),
  by_hand: byHand,
});
const looked = {
  ...CarryAsked.entries,
  kind: v.optional(v.picklist(c.CARRY_KINDS), 'settled'),
  sought: v.pipe(v.optional(f.OptionalTitle, ''), v.description('Only rows with this in their code or name')),
  offset: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 100),
};
/** The figures the person saw: nothing is carried if they have changed. */
const seen = {
  settled: v.pipe(f.SignedMoney, v.description('With taxes, as shown; 409 with the review as it is when it has moved')),
  revaluation: v.pipe(f.SignedMoney, v.description('With taxes, as shown')),
};
export const CarryConfirmed = v.object({ ...CarryAsked.entries, ...seen });
const reason = v.pipe(f.Text, v.minLength(1, ruleText(extraReason())), noLongerThan(c.EXTRA_REASON));

export const contractRoutes = {
  'POST /versions/:id/carry/preview/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    isRepeatable: true,
    params: id,
    body: v.object(looked),
    answer: c.CarryReview,
  },
  'POST /import/:id/carry/preview/': {
    who: 'member',
    does: 'edits',
    needsPrices: true,
    isRepeatable: true,
    params: id,
    body: v.object(looked),
    answer: c.CarryReview,
  },
  'POST /versions/:id/carry/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    permission: 'manageContract',
    permissionIn: 'project',
    status: 201,
    params: id,
    body: CarryConfirmed,
    answer: s.Version,
  },
  'DELETE /versions/:id/carry/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    permission: 'manageContract',
    permissionIn: 'project',
    params: id,
    answer: s.Version,
  },
  'GET /versions/:id/carried/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    params: id,
    query: v.object({ kind: v.optional(v.picklist(['revalued', 'settled']), 'revalued'), ...f.WindowQuery }),
    answer: c.CarriedPage,
  },
  'GET /versions/:id/contract/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    params: id,
    query: v.object(WholeContractQuery),
    answer: WholeContract,
  },
  'POST /versions/:id/separate/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    permission: 'manageContract',
    permissionIn: 'project',
    params: id,
    body: v.object({ is_separate: v.boolean() }),
    answer: s.Version,
  },

  'GET /versions/:id/extras/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object({ status: v.optional(v.picklist(c.EXTRA_STATUSES)), row_id: v.optional(f.IdParameter), ...f.WindowQuery }),
    answer: c.ExtrasPage,
  },
  'POST /rows/:id/extras/': {
    byToken: 'acts',
    who: 'member',
    does: 'acts',
    status: 201,
    params: id,
    body: v.object({ quantity: f.Quantity, reason, act_id: v.optional(v.nullable(Id), null) }),
    answer: c.Extra,
  },
  'POST /extras/:id/decide/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    permission: 'manageContract',
    permissionIn: 'project',
    params: id,
    body: v.object({ approves: v.boolean(), text: v.optional(v.pipe(f.Text, noLongerThan(c.EXTRA_REASON)), '') }),
    answer: c.Extra,
  },
  'DELETE /extras/:id/': { who: 'member', does: 'acts', params: id, answer: c.Extra },
} as const satisfies Endpoints;
