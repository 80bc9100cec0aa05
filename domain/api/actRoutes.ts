/** The calls about acts of completed work and their public links. */
import * as v from 'valibot';
import { ACT_ROWS_ONLY } from '../rowView.ts';
import { askQuantityOrPercent } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import * as a from './actShapes.ts';
import { Day, Moment } from './days.ts';
import type { Endpoints } from './endpoint.ts';
import * as e from './estimateShapes.ts';
import * as f from './fields.ts';
import { Id } from './scalars.ts';
import * as s from './shapes.ts';
import { KeptQuery, ViewQuery } from './viewQuery.ts';

const id = v.object({ id: f.IdParameter });
const inList = v.object({ id: f.IdParameter, listId: f.IdParameter });
const completing = v.object({ list_id: v.optional(v.nullable(Id), null), percent: v.optional(f.CompletePercent, '100') });
const doneInRow = f.oneOf({ quantity: f.QuantityDone, percent: f.DonePercent });

export const actRoutes = {
  'POST /versions/:id/acts/': {
    byToken: 'acts',
    who: 'member',
    does: 'acts',
    status: 201,
    params: id,
    body: v.object({ finish_date: v.optional(v.nullable(Day)) }),
    answer: s.Act,
  },
  'GET /acts/:id/': { who: 'viewer', does: 'reads', params: id, answer: s.Act },
  'DELETE /acts/:id/': { who: 'member', does: 'acts', params: id, answer: f.Done },
  'PUT /acts/:id/': {
    byToken: 'acts',
    who: 'member',
    does: 'acts',
    params: id,
    body: v.object({
      number: v.optional(f.titleOf(20)),
      finish_date: v.optional(v.nullable(Day)),
      status_id: v.optional(Id),
      deductions_seen: v.pipe(
        v.optional(v.boolean()),
        v.description('Without it 409 `deductions_left_out` where more is claimed than the contract because deductions are left out'),
      ),
    }),
    answer: s.Act,
  },
  'GET /acts/:id/check/': { who: 'member', does: 'reads', params: id, answer: a.ActCheck },
  'GET /acts/:id/summary/': { who: 'viewer', does: 'reads', params: id, answer: s.ActSummary },
  'GET /acts/:id/lists/:listId/rows/': {
    who: 'viewer',
    does: 'reads',
    params: inList,
    query: v.object({
      ...f.WindowQuery,
      view: v.pipe(ViewQuery, v.description('Only its folded headings count')),
      kept: KeptQuery,
      only: v.pipe(
        v.optional(v.picklist(ACT_ROWS_ONLY)),
        v.description('The rows claimed in the act, those with something left to do, or those certified differently, without headings'),
      ),
    }),
    answer: v.object({ rows: v.array(s.ActRow), total: s.wholeList.total, stored: s.wholeList.stored, kept: s.wholeList.kept }),
  },
  'GET /act_rows/:id/helper/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object({ field: v.picklist(['quantity', 'percent'], ruleText(askQuantityOrPercent())) }),
    answer: a.ActRowHelper,
  },
  'PUT /act_rows/:id/': {
    byToken: 'acts',
    who: 'member',
    does: 'acts',
    checksSession: true,
    params: id,
    body: doneInRow,
    answer: v.object({ ...s.eventOfEdit, row: s.ActRow, list: s.Progress, summary: s.ActSummary, ...s.touchedActSections }),
  },
  'GET /act_rows/:id/': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.object({ row: s.ActRow, summary: s.ActSummary, ...s.touchedActSections }),
  },
  'POST /act_rows/:id/preview/': {
    byToken: 'acts',
    who: 'member',
    does: 'acts',
    isRepeatable: true,
    params: id,
    body: doneInRow,
    answer: v.object({ later: v.array(a.MovedAct) }),
  },
  'GET /acts/:id/lists/:listId/comments/': { who: 'member', does: 'reads', params: inList, answer: v.array(e.CommentCount) },
  'GET /act_rows/:id/comments/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object(f.WindowQuery),
    answer: v.object({ comments: v.array(e.Comment), total: v.number() }),
  },
  'POST /act_rows/:id/comments/': {
    byToken: 'acts',
    who: 'member',
    does: 'reads',
    status: 201,
    params: id,
    body: v.object({ text: f.CommentText }),
    answer: e.Comment,
  },
  'POST /act_rows/:id/comments/read/': {
    who: 'member',
    does: 'reads',
    params: id,
    body: v.object({ date: v.optional(Moment) }),
    answer: e.CommentRead,
  },
  'POST /acts/:id/complete/': { byToken: 'acts', who: 'member', does: 'acts', params: id, body: completing, answer: a.Completed },
  'POST /acts/:id/complete/preview/': {
    byToken: 'acts',
    who: 'member',
    does: 'acts',
    isRepeatable: true,
    params: id,
    body: completing,
    answer: a.CompletionMoves,
  },
  'POST /acts/:id/share/': {
    byToken: 'never',
    who: 'member',
    does: 'acts',
    needsPrices: true,
    status: 201,
    params: id,
    body: v.object({ expires_at: v.optional(v.nullable(Moment)) }),
    answer: s.Share,
  },
  'POST /acts/:id/share/rotate/': {
    byToken: 'never',
    who: 'member',
    does: 'acts',
    needsPrices: true,
    status: 201,
    params: id,
    answer: s.Share,
  },
  'DELETE /acts/:id/share/': { byToken: 'never', who: 'member', does: 'acts', params: id, answer: f.Done },
  'GET /public/act/': { who: 'keyholder', answer: s.PublicAct },
} as const satisfies Endpoints;
