import type { Completed } from '../../domain/contract/actShapes.ts';
import type { Api } from '../../domain/contract/call.ts';
import type { Act, ActRow, ActSummary, Share, Version } from '../../domain/contract/shapes.ts';
import { formDialog } from '../machines/formDialog/formDialog.ts';
import { ValueStore } from '../machines/resource/valueStore.ts';
import { RowStore } from '../machines/rowWindow/rowStore.ts';
import { shareMachine } from '../machines/share/share.ts';
import type { ActDetails, ActScreen, ToComplete } from '../views/screens.tsx';
import { actGrid } from './actCells.ts';
import { actRows } from './actRows.ts';
import { calling } from './calling.ts';
import type { FindUnsentEdits } from './cells.ts';
import { present } from './present.ts';
import { reading } from './reading.ts';
import { windowsInto } from './windows.ts';

/** The screens of an act, with their own code. */
export function actOf(api: Api, edits: FindUnsentEdits, actId: number, copyText: (text: string) => Promise<void>): ActScreen {
  const act = new ValueStore<Act>();
  const acts = new ValueStore<Version['acts']>();
  const summary = new ValueStore<ActSummary>();
  const params = { id: actId };
  const keepShare = (share: Share | null) => {
    const known = act.get();
    if (known) act.set({ ...known, share });
  };
  /** An act made after this one may be moved by what is typed here; while none is known, the server is asked. */
  const mayMoveOthers = () => acts.get()?.at(-1)?.id !== actId;
  return {
    act,
    acts,
    summary,
    reading: reading(async (signal) => {
      const [about, sums] = await Promise.all([
        api('GET /acts/:id/', { params }, { signal }),
        api('GET /acts/:id/summary/', { params }, { signal }),
      ]);
      const { versions } = await api('GET /projects/:id/tree', { params: { id: about.project_id } }, { signal });
      acts.set(versions.find(({ id }) => id === about.version_id)?.acts ?? []);
      act.set(about);
      summary.set(sums);
    }),
    details: formDialog<Act, ActDetails, Act>('actDetails', '7 PUT /acts/{id}/ with fields').provide({
      actors: {
        submit: calling<Act, { subject: Act | null; given: ActDetails | null }>(async ({ input, signal }) => {
          const changed = await api('PUT /acts/:id/', { params, body: { ...present(input.given) } }, { signal });
          act.set(changed);
          const { number, finish_date, status_id } = changed;
          acts.set((acts.get() ?? []).map((each) => (each.id === actId ? { ...each, number, finish_date, status_id } : each)));
          return changed;
        }),
      },
    }),
    completion: formDialog<ToComplete, string, Completed>('completion', '2 Act row helper: the maximum, for many rows').provide({
      actors: {
        submit: calling<Completed, { subject: ToComplete | null; given: string | null }>(async ({ input, signal }) => {
          const body = { list_id: present(input.subject).listId, percent: present(input.given) };
          const answer = await api('POST /acts/:id/complete/', { params, body }, { signal });
          summary.set(answer.summary);
          return answer;
        }),
      },
    }),
    removal: formDialog<Act, null, void>('actRemoval', '2 Confirm dialog').provide({
      actors: {
        submit: calling<void, { subject: Act | null; given: null }>(async ({ signal }) => {
          await api('DELETE /acts/:id/', { params }, { signal });
        }),
      },
    }),
    share: shareMachine.provide({
      actors: {
        shareUntil: calling<Share, { expires_at: string | null }>(async ({ input, signal }) => {
          const link = await api('POST /acts/:id/share/', { params, body: { expires_at: input.expires_at } }, { signal });
          keepShare(link);
          return link;
        }),
        copyLink: calling<void, { url: string }>(({ input }) => copyText(input.url)),
        rotateLink: calling<Share>(async ({ signal }) => {
          const link = await api('POST /acts/:id/share/rotate/', { params }, { signal });
          keepShare(link);
          return link;
        }),
        withdrawLink: calling<void>(async ({ signal }) => {
          await api('DELETE /acts/:id/share/', { params }, { signal });
          keepShare(null);
        }),
      },
    }),
    list(listId: number) {
      const rows = new RowStore<ActRow>();
      const name = `act ${actId} list ${listId}`;
      return {
        rows,
        windows: windowsInto(rows, actRows(api, actId, listId)),
        grid: actGrid(api, edits, { name, rows, summary, mayMoveOthers }),
      };
    },
  };
}
