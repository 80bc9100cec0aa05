import { type ActRef, findAct, type Locked } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { asOfOneMoment } from '../db/pages.ts';
import { keptView } from '../estimates/keptViews.ts';
import { lastChange } from '../history/record.ts';
import { CallAccess } from '../http/callAccess.ts';
import type { Viewer } from '../http/caller.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { linkOf, rotateLink, shareAct, shareOf, unshareAct } from '../sharing/links.ts';
import { recordLink, recordOpening } from '../sharing/recorded.ts';
import { actOf, editAct, makeAct } from './acts.ts';
import { checkOf } from './check.ts';
import { editActRow } from './claiming.ts';
import { completeAct } from './complete.ts';
import { visibleAct } from './find.ts';
import { inAct, lockAct } from './inAct.ts';
import { previewActRow, previewCompletion } from './preview.ts';
import { actOfKey, publicActOf } from './publicAct.ts';
import { deleteAct } from './removal.ts';
import { actRowAndSummary, helperOf } from './rows.ts';
import { actRowsOf } from './rowWindow.ts';
import { actSummaryOf } from './summary.ts';

/**
 * Whether the viewer is a member who may see more than a link shows. Another link would show prices, and so would the claims of other
 * versions.
 */
async function seesMore(query: Query, { caller }: Viewer, act: ActRef): Promise<boolean> {
  if (caller?.teams.includes(act.teamId) !== true) return false;
  const own = new CallAccess({ does: 'reads' });
  if (caller.access?.isLimitKnown !== true) await findAct(query, { ...caller, access: own }, act.actId);
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
    return checkOf(database.query, caller, await findAct(database.query, caller, params.id));
  },

  async 'GET /acts/:id/summary/'({ params }, { database, caller }) {
    return actSummaryOf(database.query, await visibleAct(database.query, caller, params.id));
  },

  async 'GET /acts/:id/lists/:listId/rows/'({ params, query }, { database, caller }) {
    const act = await visibleAct(database.query, caller, params.id);
    const list = { teamId: act.teamId, listId: params.listId };
    const kept = query.kept && (await keptView(database.query, caller.caller, list, 'acts'));
    const found = await asOfOneMoment(
      database.query,
      async (one) => String(await lastChange(one, act)),
      (one) => actRowsOf(one, act, params.listId, { ...query, view: kept ?? query.view }),
    );
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
      const isNew = (await linkOf(tx, act, 'looks')) === null;
      const link = await shareAct(tx, call.caller, act, { kind: 'looks', expiresAt: body.expires_at ?? null });
      await recordLink(tx, act, { kind: isNew ? 'link_made' : 'link_changed', userId: call.caller.userId, from: call.from });
      return link;
    };
    return shareOf(await inAct(call, params.id, share), 'looks', call.publicUrl());
  },

  async 'POST /acts/:id/share/rotate/'({ params }, call) {
    const rotate = async (tx: Tx, act: Locked<ActRef>) => {
      const link = await rotateLink(tx, call.caller, act, 'looks');
      await recordLink(tx, act, { kind: 'link_changed', userId: call.caller.userId, from: call.from });
      return link;
    };
    return shareOf(await inAct(call, params.id, rotate), 'looks', call.publicUrl());
  },

  async 'DELETE /acts/:id/share/'({ params }, call) {
    await inAct(call, params.id, async (tx, act) => {
      await unshareAct(tx, act, 'looks');
      await recordLink(tx, act, { kind: 'link_withdrawn', userId: call.caller.userId, from: call.from });
    });
    return { detail: 'The act is no longer shared' };
  },

  async 'GET /public/act/'(_, { database, caller, from }) {
    const ref = await actOfKey(database.query, caller);
    await recordOpening(database.query, ref, from);
    return publicActOf(database.query, ref, caller);
  },
};
