import * as v from 'valibot';
import { fromCallback } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import type { ActRow, ActSummary, PublicAct } from '../../../domain/api/shapes.ts';
import { preferredLanguage } from '../../../domain/languages.ts';
import type { ActRowsOnly } from '../../../domain/rowView.ts';
import { type PublicNews, publicActMachine } from '../../machines/publicAct/publicAct.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { answerStorage } from '../../services/answerStorage.ts';
import { PUBLIC_ACT, PublicActAnswer } from '../../services/graphql/publicAct.ts';
import type { PublicActScreen } from '../../views/public/needs.ts';
import type { ShownRows } from '../../views/sections/listFoot.tsx';
import { viewHere } from '../app/rowViews.ts';
import { actRows } from '../calls/actRows.ts';
import { answeringOf } from '../calls/answering.ts';
import { calling } from '../calls/calling.ts';
import { windowsInto } from '../calls/windows.ts';
import type { Follow } from '../live/follow.ts';

/** Reports every change of the act behind the page's key, and the end of its link. */
const followThrough = (follow: Follow) =>
  fromCallback<{ readonly type: 'none' }>(({ sendBack }) => {
    let known = '';
    const report = (news: PublicNews) => sendBack(news);
    return follow(
      { document: PUBLIC_ACT, variables: {} },
      (answer, isNew) => {
        const [found] = v.parse(PublicActAnswer, answer).public_act;
        if (found === undefined) return report({ type: 'link.ended' });
        if (isNew) report({ type: 'act.followed' });
        else if (known !== found.changed_at) report({ type: 'act.changed' });
        known = found.changed_at;
      },
      () => report({ type: 'news.lost' }),
    );
  });

/** An act under its public key. */
export function publicActOf(api: Api, follow: Follow): PublicActScreen {
  const act = new ValueStore<PublicAct>();
  const summary = new ValueStore<ActSummary>();
  const show = async (about: PublicAct, signal: AbortSignal) => {
    summary.set(await api('GET /acts/:id/summary/', { params: { id: about.act.id } }, { signal }));
    act.set(about);
  };
  let answering: ReturnType<typeof answeringOf> | null = null;
  return {
    act,
    summary,
    answering(key, about) {
      const name = `link of act ${about.act.id}`;
      answerStorage.move(key, name);
      answering ??= answeringOf({
        api,
        actId: about.act.id,
        name,
        revision: about.revision,
        async send({ draft: { revision, key: own }, rows, name, email }, signal) {
          const language = preferredLanguage([document.documentElement.lang]);
          const about = await api('POST /public/answer/', { body: { key: own, revision, name, email, language, rows } }, { signal });
          const sums = await api('GET /acts/:id/summary/', { params: { id: about.act.id } }, { signal });
          // Deferred, so that the sheet learns that its answer has arrived before the answered act replaces it.
          setTimeout(() => {
            summary.set(sums);
            act.set(about);
          });
        },
        async reread(signal) {
          const now = await api('GET /public/act/', {}, { signal });
          await show(now, signal);
          return now.revision;
        },
      });
      return answering;
    },
    machine: publicActMachine.provide({
      actors: {
        load: calling<void>(async ({ signal }) => {
          const about = await api('GET /public/act/', {}, { signal });
          await show(about, signal);
          await answering?.goOn(about.revision, signal);
        }),
        follow: followThrough(follow),
      },
    }),
    list(actId: number, listId: number, only: ActRowsOnly | null) {
      const rows = new RowStore<ActRow>();
      const viewed = { ...viewHere(`public act ${actId} ${listId}`), shown: new ValueStore<ShownRows>() };
      return { rows, ...viewed, windows: windowsInto(rows, actRows(api, actId, listId, viewed, only)) };
    },
  };
}
