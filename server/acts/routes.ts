import { type ActRef, findAct, type Locked, lockRecord } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { keptView } from '../estimates/keptViews.ts';
import { refuseStale } from '../history/stale.ts';
import { Asks } from '../http/asks.ts';
import type { Viewer } from '../http/caller.ts';
import type { Call, HandlersOf } from '../http/handlers.ts';
import type { RevisedRoute } from '../http/revised.ts';
import { clientOf } from '../projects/client.ts';
import { linkOf, rotateLink, shareAct, shareOf, unshareAct } from '../sharing/links.ts';
import { recordLink, recordOpening } from '../sharing/recorded.ts';
import { companyOf } from '../teams/company.ts';
import { actOf, editAct, makeAct } from './acts.ts';
import { checkOf } from './check.ts';
import { editActRow } from './claiming.ts';
import { completeAct } from './complete.ts';
import { visibleAct } from './find.ts';
import { previewActRow, previewCompletion } from './preview.ts';
import { deleteAct } from './removal.ts';
import { actRowAndSummary, helperOf } from './rows.ts';
import { actRowsOf } from './rowWindow.ts';
import { actSummaryOf } from './summary.ts';

type OnAct = Call<Extract<RevisedRoute, `${string} /acts/:id/${string}`>>;

/** Holds the project of an act. 404 when it is gone, 409 `stale_edit` with the act as it is when another revision is asked for. */
async function lockAct(tx: Tx, { caller, revision, publicUrl }: OnAct, actId: number): Promise<Locked<ActRef>> {
  const act = await lockRecord(tx, caller, 'act', actId);
  await refuseStale(tx, act, 'acts', revision, () => actOf(tx, act, publicUrl(), caller));
  return act;
}

/** Does something in an act. */
const inAct = <T>(call: OnAct, actId: number, edit: (tx: Tx, act: Locked<ActRef>) => Promise<T>): Promise<T> =>
  call.database.query.transaction().execute(async (tx) => edit(tx, await lockAct(tx, call, actId)));

/** Whether the viewer is a member who may see what a link does not show: another link would show prices, and so do claims of other versions. */
async function seesMore(query: Query, { caller }: Viewer, act: ActRef): Promise<boolean> {
  if (caller?.teams.includes(act.teamId) !== true) return false;
  const own = new Asks({ does: 'reads' });
  if (caller.asks?.wasTold !== true) await findAct(query, { ...caller, asks: own }, act.actId);
  return !own.hidesPrices;
}

export const actHandlers: HandlersOf<
  | 'POST /versions/:id/acts/'
  | 'GET /acts/:id/'
  | 'PUT /acts/:id/'
  | 'DELETE /acts/:id/'
  | 'GET /acts/:id/check/'
  | 'GET /acts/:id/summary/'
  | 'GET /acts/:id/lists/:listId/rows/'
  | 'GET /act_rows/:id/helper/'
  | 'GET /act_rows/:id/'
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
    return database.query.transaction().execute(async (tx) => actOf(tx, await makeAct(tx, caller, params.id, body), publicUrl(), caller));
  },

  async 'GET /acts/:id/'({ params }, { database, caller, publicUrl }) {
    const act = await visibleAct(database.query, caller, params.id);
    return actOf(database.query, act, (await seesMore(database.query, caller, act)) ? publicUrl() : null, caller.caller ?? {});
  },

  'PUT /acts/:id/': ({ params, body }, call) =>
    inAct(call, params.id, async (tx, act) => {
      await editAct(tx, call.caller, act, body);
      return actOf(tx, act, call.publicUrl(), call.caller);
    }),

  async 'DELETE /acts/:id/'({ params }, call) {
    await inAct(call, params.id, (tx, act) => deleteAct(tx, call.caller, act));
    return { detail: 'The act has been deleted' };
  },

  async 'GET /acts/:id/check/'({ params }, { database, caller }) {
    return checkOf(database.query, await findAct(database.query, caller, params.id));
  },

  async 'GET /acts/:id/summary/'({ params }, { database, caller }) {
    return actSummaryOf(database.query, await visibleAct(database.query, caller, params.id));
  },

  async 'GET /acts/:id/lists/:listId/rows/'({ params, query }, { database, caller }) {
    const act = await visibleAct(database.query, caller, params.id);
    const list = { teamId: act.teamId, listId: params.listId };
    const kept = query.kept && (await keptView(database.query, caller.caller, list, 'acts'));
    const found = await actRowsOf(database.query, act, params.listId, { ...query, view: kept ?? query.view });
    return kept === undefined ? found : { ...found, kept };
  },

  'GET /act_rows/:id/helper/': ({ params, query }, { database, caller }) => helperOf(database.query, caller, params.id, query.field),
  'GET /act_rows/:id/': ({ params }, { database, caller }) => actRowAndSummary(database.query, caller, params.id),
  'PUT /act_rows/:id/': ({ params, body }, { database, caller, revision }) => editActRow(database, caller, params.id, body, revision),
  'POST /act_rows/:id/preview/': ({ params, body }, { database, caller, revision }) =>
    previewActRow(database, caller, params.id, body, revision),
  'POST /acts/:id/complete/preview/': ({ params, body }, call) =>
    previewCompletion(call.database, call.caller, (tx) => lockAct(tx, call, params.id), body),
  'POST /acts/:id/complete/': ({ params, body }, call) => inAct(call, params.id, (tx, act) => completeAct(tx, call.caller, act, body)),

  async 'POST /acts/:id/share/'({ params, body }, call) {
    const share = async (tx: Tx, act: Locked<ActRef>) => {
      const isNew = (await linkOf(tx, act)) === null;
      const link = await shareAct(tx, call.caller, act, body.expires_at ?? null);
      await recordLink(tx, act, { kind: isNew ? 'link_made' : 'link_changed', userId: call.caller.userId, from: call.from });
      return link;
    };
    return shareOf(await inAct(call, params.id, share), call.publicUrl());
  },

  async 'POST /acts/:id/share/rotate/'({ params }, call) {
    const rotate = async (tx: Tx, act: Locked<ActRef>) => {
      const link = await rotateLink(tx, call.caller, act);
      await recordLink(tx, act, { kind: 'link_changed', userId: call.caller.userId, from: call.from });
      return link;
    };
    return shareOf(await inAct(call, params.id, rotate), call.publicUrl());
  },

  async 'DELETE /acts/:id/share/'({ params }, call) {
    await inAct(call, params.id, async (tx, act) => {
      await unshareAct(tx, act);
      await recordLink(tx, act, { kind: 'link_withdrawn', userId: call.caller.userId, from: call.from });
    });
    return { detail: 'The act is no longer shared' };
  },

  async 'GET /public/act/'(_, { database, caller: { teamId, actId }, from }) {
    const ref = await findAct(database.query, { teams: [teamId] }, actId);
    await recordOpening(database.query, ref, from);
    const act = await actOf(database.query, ref, null);
    const status = await database.query.selectFrom('act_status').selectAll().where('id', '=', act.status_id).executeTakeFirstOrThrow();
    const company = await companyOf(database.query, teamId);
    const client = await clientOf(database.query, ref);
    const { id, number, finish_date, price, status_id, project_name, currency } = act;
    return { act: { id, number, finish_date, price, status_id }, status, project_name, team_name: company.name, currency, company, client };
  },
};
