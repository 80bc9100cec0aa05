/** The calls about the history of a project, as people read it. */
import * as v from 'valibot';
import { BLOCK_ROWS } from '../blockShape.ts';
import { HISTORY_FIELDS, HISTORY_OF, HISTORY_WINDOW, RECORD_KINDS } from '../history.ts';
import { noRows, noSuchColumn, tooManyRows } from '../sentences/estimates.ts';
import { ruleText } from '../sentences/rules.ts';
import type { Endpoints } from './endpoint.ts';
import * as e from './estimateShapes.ts';
import * as f from './fields.ts';
import { HistoryEvent } from './graphql.ts';
import { Id, Nullable, Timestamp } from './scalars.ts';

const id = v.object({ id: f.IdParameter });

const HistoryValue = v.object({
  text: v.pipe(v.string(), v.description('A number, a day or a text, as it travels; of a status or a list its id')),
  formula: v.pipe(Nullable(v.string()), v.description('The formula that gave the number, without "="')),
  name: v.pipe(Nullable(v.string()), v.description('How the list is called, where the value is one')),
});
const FieldChange = v.object({ field: v.string(), from: Nullable(HistoryValue), to: Nullable(HistoryValue) });
const RecordNow = v.object({
  revision: v.pipe(Nullable(v.number()), v.description('Null for a version, which has none')),
  version_id: Id,
  list_id: Nullable(Id),
  act_id: Nullable(Id),
  frozen: v.pipe(v.boolean(), v.description('It can no longer be changed')),
  values: v.pipe(v.record(v.string(), HistoryValue), v.description('The fields that the change names, as they are now')),
});
const RecordChange = v.object({
  kind: v.picklist(RECORD_KINDS),
  id: Id,
  what: v.picklist(['made', 'changed', 'moved', 'removed']),
  name: v.string(),
  fields: v.array(FieldChange),
  now: v.pipe(Nullable(RecordNow), v.description('Null when it is no longer there')),
});
const HistoryLine = v.object({
  ...HistoryEvent.entries,
  version_id: v.pipe(Nullable(Id), v.description('Where it happened; null when that version is gone')),
  records: v.pipe(v.number(), v.description('Records it changed here')),
  changes: v.pipe(v.array(RecordChange), v.description('Those records, at most 4 of them')),
});
const HistoryPage = v.object({
  events: v.pipe(v.array(HistoryLine), v.description('Latest first')),
  older: v.pipe(Nullable(Id), v.description('`before` of the next page; null at the end')),
});

const MomentName = { name: f.Title, note: v.optional(f.PostalAddress, '') };
const Moment = v.object({
  id: Id,
  version_id: v.pipe(Nullable(Id), v.description('The version on screen when it was named')),
  event_id: v.pipe(v.number(), v.description('The latest event that counted then; 0 before the first')),
  at: Timestamp,
  name: v.string(),
  note: v.string(),
  author_id: Nullable(Id),
  author_name: v.string(),
});
const moment = v.object({ id: f.IdParameter, momentId: f.IdParameter });

export const historyRoutes = {
  'GET /projects/:id/history/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object({
      of: v.optional(v.picklist(HISTORY_OF, ruleText(noSuchColumn())), 'project'),
      of_id: v.pipe(v.optional(f.IdParameter), v.description('Which one, unless it is the whole project')),
      field: v.pipe(v.optional(v.picklist(HISTORY_FIELDS, ruleText(noSuchColumn()))), v.description('Only changes of this field')),
      before: v.pipe(v.optional(f.IdParameter), v.description('Only events before this one')),
      limit: v.optional(f.count(HISTORY_WINDOW), '30'),
    }),
    answer: HistoryPage,
  },
  'POST /versions/:id/restore/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: v.object({
      event_id: Id,
      ids: v.pipe(
        v.optional(
          v.pipe(v.array(Id), v.minLength(1, ruleText(noRows())), v.maxLength(BLOCK_ROWS, ruleText(tooManyRows({ count: BLOCK_ROWS })))),
        ),
        v.description('Those rows; without them all that the event deleted'),
      ),
    }),
    answer: e.RowsInLists,
  },
  'GET /projects/:id/moments/': { who: 'member', does: 'reads', params: id, answer: v.array(Moment) },
  'POST /projects/:id/moments/': {
    who: 'member',
    does: 'edits',
    status: 201,
    params: id,
    body: v.object({ ...MomentName, version_id: v.optional(v.nullable(Id)) }),
    answer: Moment,
  },
  'PUT /projects/:id/moments/:momentId/': { who: 'member', does: 'edits', params: moment, body: v.object(MomentName), answer: Moment },
  'DELETE /projects/:id/moments/:momentId/': { who: 'member', does: 'edits', params: moment, answer: v.array(Moment) },
} as const satisfies Endpoints;

export type Moment = v.InferOutput<typeof Moment>;
export type HistoryValue = v.InferOutput<typeof HistoryValue>;
export type FieldChange = v.InferOutput<typeof FieldChange>;
export type RecordChange = v.InferOutput<typeof RecordChange>;
export type RecordNow = v.InferOutput<typeof RecordNow>;
export type HistoryLine = v.InferOutput<typeof HistoryLine>;
export type HistoryPage = v.InferOutput<typeof HistoryPage>;
