import type { Completed } from '../../../domain/api/actShapes.ts';
import type { Api } from '../../../domain/api/call.ts';
import type { Act, ActRow, ActSummary, Version } from '../../../domain/api/shapes.ts';
import type { ActRowsOnly } from '../../../domain/rowView.ts';
import { type ClaimFinding, findingsOf } from '../../../domain/submission.ts';
import { claimCheckMachine } from '../../machines/claimCheck/claimCheck.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ActDetails, ActScreen, CompletionAsked, ToComplete } from '../../views/act/needs.ts';
import type { ShownRows } from '../../views/sections/listFoot.tsx';
import type { ViewOf } from '../app/rowViews.ts';
import { actRows } from '../calls/actRows.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import { windowsInto } from '../calls/windows.ts';
import { actGrid } from '../edits/actCells.ts';
import type { Edits } from '../edits/answers.ts';
import { afterEdits, savedFirst } from '../edits/savedFirst.ts';
import type { ProjectFeeds } from '../live/projectFeeds.ts';
import { paperOf, sharing } from './actLinks.ts';

/** The screen of an act: its summary, its lists and its dialogs. */
export function actOf(
  api: Api,
  feeds: ProjectFeeds,
  edits: Edits,
  viewOf: ViewOf,
  actId: number,
  copyText: (text: string) => Promise<void>,
): ActScreen {
  const act = new ValueStore<Act>();
  const acts = new ValueStore<Version['acts']>();
  const carriedOn = new ValueStore<Pick<Version, 'carried_on_by'>>();
  const summary = new ValueStore<ActSummary>();
  const params = { id: actId };
  const settled = afterEdits(api, edits.queue);
  /** Whether an edit here may change a later act; true until the acts of the version are loaded. */
  const mayMoveOthers = () => acts.get()?.at(-1)?.id !== actId;
  const setDetails = async ({ given }: { readonly given: ActDetails }, signal: AbortSignal): Promise<Act> => {
    const changed = await settled('PUT /acts/:id/', { params, body: { ...given } }, { signal });
    act.set(changed);
    const { number, finish_date, status_id } = changed;
    acts.set((acts.get() ?? []).map((each) => (each.id === actId ? { ...each, number, finish_date, status_id } : each)));
    return changed;
  };
  const complete = async ({ listId }: ToComplete, percent: string, signal: AbortSignal): Promise<Completed> => {
    await savedFirst(edits.queue, signal);
    const answer = await feeds.edit(
      () => api('POST /acts/:id/complete/', { params, body: { list_id: listId, percent } }, { signal }),
      () => true,
    );
    summary.set(answer.summary);
    return answer;
  };
  return {
    act,
    acts,
    carriedOn,
    summary,
    reading: reading(async (signal) => {
      const about = await api('GET /acts/:id/', { params }, { signal });
      const { versions } = await api('GET /projects/:id/tree', { params: { id: about.project_id } }, { signal });
      const version = versions.find(({ id }) => id === about.version_id);
      acts.set(version?.acts ?? []);
      carriedOn.set({ carried_on_by: version?.carried_on_by ?? null });
      act.set(about);
    }),
    readingSummary: reading(async (signal) => summary.set(await feeds.read(() => api('GET /acts/:id/summary/', { params }, { signal })))),
    details: dialog<Act, ActDetails, Act>('actDetails', '9.11 Number, date and status of an act can be set', setDetails),
    statusChange: dialog<Act, ActDetails, Act>('actStatus', '9.11 Number, date and status of an act can be set', setDetails),
    claimCheck: claimCheckMachine.provide({
      actors: {
        check: calling<readonly ClaimFinding[]>(async ({ signal }) => {
          return findingsOf(await settled('GET /acts/:id/check/', { params }, { signal }));
        }),
      },
    }),
    completion: dialog<ToComplete, string, Completed | CompletionAsked>(
      'completion',
      '9.9 Lists and acts are completed to a percent',
      async ({ subject: what, given: percent }, signal) => {
        if (what.isAsked || mayMoveOthers()) {
          const body = { list_id: what.listId, percent };
          const { later, changed, claimed } = await settled('POST /acts/:id/complete/preview/', { params, body }, { signal });
          if (later.length > 0 || (what.isAsked && changed > 0)) return { what, percent, claimed, later };
        }
        return complete(what, percent, signal);
      },
    ),
    completionMoves: dialog<CompletionAsked, null, Completed>(
      'completionMoves',
      '9.9 Lists and acts are completed to a percent',
      ({ subject: { what, percent } }, signal) => complete(what, percent, signal),
    ),
    completionUndo: dialog<{ readonly eventId: number }, null, void>(
      'completionUndo',
      '11.1 Undo takes back the latest event of the project',
      async ({ subject: { eventId } }, signal) => {
        const id = act.get()?.project_id;
        if (id !== undefined)
          await api('POST /projects/:id/history/backward/', { params: { id }, body: { event_id: eventId } }, { signal });
      },
    ),
    removal: dialog<Act, null, void>('actRemoval', '9.10 A final act is locked', async (_, signal) => {
      await settled('DELETE /acts/:id/', { params }, { signal });
    }),
    share: sharing(api, act, actId, 'share', copyText),
    answerLink: sharing(api, act, actId, 'answer_link', copyText),
    answerWithdrawal: dialog<Act, null, Act>('answerWithdrawal', '20.10 An answer is withdrawn, not undone', async (_, signal) => {
      const changed = await api('DELETE /acts/:id/answer/', { params }, { signal });
      act.set(changed);
      return changed;
    }),
    paper: paperOf(settled, act, actId),
    list(listId: number, only: ActRowsOnly | null) {
      const rows = new RowStore<ActRow>();
      const { view, keep, ...kept } = viewOf('acts', listId);
      const viewed = { view, keep, shown: new ValueStore<ShownRows>() };
      return {
        rows,
        ...viewed,
        windows: windowsInto(
          rows,
          (window, signal) => feeds.read(() => actRows(api, actId, listId, viewed, only, kept)(window, signal)),
          async (id, signal) => {
            const found = await feeds.read(() => api('GET /act_rows/:id/', { params: { id } }, { signal }));
            for (const row of [found.row, ...found.sections]) rows.put(row);
            summary.set(found.summary);
          },
        ),
        grid: actGrid(api, edits, { actId, listId, rows, summary, mayMoveOthers }),
      };
    },
  };
}
