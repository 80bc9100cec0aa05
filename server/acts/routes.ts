import type { HandlersOf } from '../http/handlers.ts';
import { rotateLink, shareAct, shareOf, unshareAct } from '../sharing/links.ts';
import { actOf, editAct, makeAct } from './acts.ts';
import { completeAct } from './complete.ts';
import { actPlace, visibleAct } from './place.ts';
import { previewActRow, previewCompletion } from './preview.ts';
import { deleteAct } from './removal.ts';
import { actRowsOf, editActRow, helperOf } from './rows.ts';
import { actSummaryOf } from './summary.ts';

export const actHandlers: HandlersOf<
  | 'POST /versions/:id/acts/'
  | 'GET /acts/:id/'
  | 'PUT /acts/:id/'
  | 'DELETE /acts/:id/'
  | 'GET /acts/:id/summary/'
  | 'GET /acts/:id/lists/:listId/rows/'
  | 'GET /act_rows/:id/helper/'
  | 'PUT /act_rows/:id/'
  | 'POST /act_rows/:id/preview/'
  | 'POST /acts/:id/complete/preview/'
  | 'POST /acts/:id/complete/'
  | 'POST /acts/:id/share/'
  | 'POST /acts/:id/share/rotate/'
  | 'DELETE /acts/:id/share/'
  | 'GET /public/act/'
> = {
  async 'POST /versions/:id/acts/'({ params, body }, { database, caller, publicUrl }) {
    return database.query.transaction().execute(async (tx) => actOf(tx, await makeAct(tx, caller, params.id, body), publicUrl()));
  },

  async 'GET /acts/:id/'({ params }, { database, caller, publicUrl }) {
    const act = await visibleAct(database.query, caller, params.id);
    const isMember = caller.caller?.teams.includes(act.teamId) === true;
    return actOf(database.query, act, isMember ? publicUrl() : null);
  },

  async 'PUT /acts/:id/'({ params, body }, { database, caller, publicUrl }) {
    return database.query.transaction().execute(async (tx) => actOf(tx, await editAct(tx, caller, params.id, body), publicUrl()));
  },

  async 'DELETE /acts/:id/'({ params }, { database, caller }) {
    await deleteAct(database, caller, params.id);
    return { detail: 'The act has been deleted' };
  },

  async 'GET /acts/:id/summary/'({ params }, { database, caller }) {
    return actSummaryOf(database.query, await visibleAct(database.query, caller, params.id));
  },

  async 'GET /acts/:id/lists/:listId/rows/'({ params, query }, { database, caller }) {
    return actRowsOf(database.query, await visibleAct(database.query, caller, params.id), params.listId, query.offset, query.limit);
  },

  'GET /act_rows/:id/helper/': ({ params, query }, { database, caller }) => helperOf(database.query, caller, params.id, query.field),
  'PUT /act_rows/:id/': ({ params, body }, { database, caller, revision }) => editActRow(database, caller, params.id, body, revision),
  'POST /act_rows/:id/preview/': ({ params, body }, { database, caller }) => previewActRow(database, caller, params.id, body),
  'POST /acts/:id/complete/preview/': ({ params, body }, { database, caller }) => previewCompletion(database, caller, params.id, body),
  'POST /acts/:id/complete/': ({ params, body }, { database, caller }) => completeAct(database, caller, params.id, body),

  async 'POST /acts/:id/share/'({ params, body }, { database, caller, publicUrl }) {
    return shareOf(await shareAct(database, caller, params.id, body.expires_at ?? null), publicUrl());
  },

  async 'POST /acts/:id/share/rotate/'({ params }, { database, caller, publicUrl }) {
    return shareOf(await rotateLink(database, caller, params.id), publicUrl());
  },

  async 'DELETE /acts/:id/share/'({ params }, { database, caller }) {
    await unshareAct(database, caller, params.id);
    return { detail: 'The act is no longer shared' };
  },

  async 'GET /public/act/'(_, { database, caller: { teamId, actId } }) {
    const act = await actOf(database.query, await actPlace(database.query, { teams: [teamId] }, actId), null);
    const status = await database.query.selectFrom('act_status').selectAll().where('id', '=', act.status_id).executeTakeFirstOrThrow();
    const team = await database.query.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirstOrThrow();
    const { id, number, finish_date, price, status_id, project_name, currency } = act;
    return { act: { id, number, finish_date, price, status_id }, status, project_name, team_name: team.name, currency };
  },
};
