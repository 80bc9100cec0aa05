/**
 * The calls of the import screen. `:id` is the project's, which has at most one import under way. Without one they answer 404, except the paste that
 * begins one.
 */
import * as v from 'valibot';
import { CarryConfirmed } from './contractRoutes.ts';
import type { Endpoints } from './endpoint.ts';
import * as f from './fields.ts';
import * as s from './importShapes.ts';
import { noLongerThan } from './longest.ts';
import { RECOGNIZED_AS } from './recognizedAs.ts';
import { Id } from './scalars.ts';

const id = v.object({ id: f.IdParameter });
/** The import that the call ends or changes: 404 when another has replaced it. */
const meant = { import_id: v.optional(Id) };
const inList = v.object({ id: f.IdParameter, listId: f.IdParameter });

export const importRoutes = {
  'GET /import/:id/lists/': { who: 'member', does: 'edits', params: id, answer: s.ImportLists },
  'GET /import/:id/lists/:listId/': {
    who: 'member',
    does: 'edits',
    params: inList,
    query: v.object({ ...f.WindowQuery, filter: v.optional(v.picklist(['updated', 'errors'])) }),
    answer: s.ImportListData,
  },
  'PUT /import/:id/lists/:listId/': {
    who: 'member',
    does: 'edits',
    params: inList,
    body: v.object({ included: v.boolean() }),
    answer: s.ImportLists,
  },
  'POST /import/:id/lists/:listId/recognize-field': {
    who: 'member',
    does: 'edits',
    isRepeatable: true,
    params: inList,
    body: v.object({ field: v.pipe(v.number(), v.integer(), v.minValue(0)), recognized_as: v.picklist(RECOGNIZED_AS) }),
    answer: s.ImportListData,
  },
  /** Includes a row that was left out, with the quantity 1 and the stated amount as its price. */
  'POST /import/:id/lists/:listId/take-in': {
    who: 'member',
    does: 'edits',
    params: inList,
    body: v.object({ row_index: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    answer: s.ImportLists,
  },
  'DELETE /import/:id/lists/:listId/': { who: 'member', does: 'edits', params: inList, answer: s.ImportLists },
  'DELETE /import/:id/rows/:rowId/': {
    who: 'member',
    does: 'edits',
    params: v.object({ id: f.IdParameter, rowId: f.IdParameter }),
    answer: s.ImportLists,
  },
  'PUT /import/:id/rows/:rowId/': {
    who: 'member',
    does: 'edits',
    params: v.object({ id: f.IdParameter, rowId: f.IdParameter }),
    body: v.object({
      column_index: v.pipe(v.number(), v.integer(), v.minValue(0)),
      value: v.pipe(v.string(), noLongerThan(s.LONGEST_CORRECTION)),
    }),
    answer: v.object({ row: s.ImportRow, lists: s.ImportLists, said: v.pick(s.ImportListData, ['notices', 'totals']) }),
  },
  'DELETE /import/:id/errors/': {
    who: 'member',
    does: 'edits',
    params: id,
    query: v.object({ import_id: v.optional(f.IdParameter) }),
    answer: s.ImportLists,
  },
  'POST /import/:id/paste/': {
    who: 'member',
    does: 'edits',
    isLarge: true,
    isRepeatable: true,
    params: id,
    body: v.object({ text: v.string() }),
    answer: s.ImportLists,
  },
  'PUT /import/:id/lines/:lineId/': {
    who: 'member',
    does: 'edits',
    params: v.object({ id: f.IdParameter, lineId: f.IdParameter }),
    body: v.object({ included: v.boolean() }),
    answer: s.ImportLists,
  },
  'GET /import/:id/vanished/': { who: 'member', does: 'edits', params: id, query: v.object(f.WindowQuery), answer: s.VanishedRows },
  'GET /import/:id/summary/': { who: 'member', does: 'edits', params: id, answer: s.ImportSummary },
  'POST /import/:id/finish/': {
    who: 'member',
    does: 'edits',
    isInPieces: true,
    params: id,
    body: v.object({
      ...meant,
      carry: v.pipe(
        v.optional(CarryConfirmed),
        v.description('Carries what was done into the version, in the same step: `into` names rows of the import. For owners and admins'),
      ),
    }),
    answer: v.object({ project_version_id: Id }),
  },
  'POST /import/:id/cancel/': { who: 'member', does: 'edits', params: id, body: v.object(meant), answer: f.Done },
} as const satisfies Endpoints;
