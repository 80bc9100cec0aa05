import type { Api } from '../../domain/contract/call.ts';
import type { Act, ActRow, ActSummary, PublicAct, Share } from '../../domain/contract/shapes.ts';
import { ValueStore } from '../machines/resource/valueStore.ts';
import { RowStore } from '../machines/rowWindow/rowStore.ts';
import { shareMachine } from '../machines/share/share.ts';
import type { ActScreen, PublicActScreen } from '../views/screens.tsx';
import { actGrid } from './actCells.ts';
import { actRows } from './actRows.ts';
import { calling } from './calling.ts';
import type { FindUnsentEdits } from './cells.ts';
import { reading } from './reading.ts';
import { windowsInto } from './windows.ts';

/** The screens of an act, with their own code. */
export function actOf(api: Api, edits: FindUnsentEdits, actId: number, copyText: (text: string) => Promise<void>): ActScreen {
  const act = new ValueStore<Act>();
  const summary = new ValueStore<ActSummary>();
  const params = { id: actId };
  const keepShare = (share: Share | null) => {
    const known = act.get();
    if (known) act.set({ ...known, share });
  };
  return {
    act,
    summary,
    reading: reading(async (signal) => {
      const [about, sums] = await Promise.all([
        api('GET /acts/:id/', { params }, { signal }),
        api('GET /acts/:id/summary/', { params }, { signal }),
      ]);
      act.set(about);
      summary.set(sums);
    }),
    share: shareMachine.provide({
      actors: {
        createLink: calling<Share>(async ({ signal }) => {
          const link = await api('POST /acts/:id/share/', { params, body: {} }, { signal });
          keepShare(link);
          return link;
        }),
        copyLink: calling<void, { url: string }>(({ input }) => copyText(input.url)),
        withdrawLink: calling<void>(async ({ signal }) => {
          await api('DELETE /acts/:id/share/', { params }, { signal });
          keepShare(null);
        }),
      },
    }),
    list(listId: number) {
      const rows = new RowStore<ActRow>();
      return {
        rows,
        windows: windowsInto(rows, actRows(api, actId, listId)),
        grid: actGrid(api, edits, `act ${actId} list ${listId}`, rows, summary),
      };
    },
  };
}

export function publicActOf(api: Api): PublicActScreen {
  const act = new ValueStore<PublicAct>();
  const summary = new ValueStore<ActSummary>();
  return {
    act,
    summary,
    reading: reading(async (signal) => {
      const about = await api('GET /public/act/', {}, { signal });
      summary.set(await api('GET /acts/:id/summary/', { params: { id: about.act.id } }, { signal }));
      act.set(about);
    }),
    list(actId: number, listId: number) {
      const rows = new RowStore<ActRow>();
      return { rows, windows: windowsInto(rows, actRows(api, actId, listId)) };
    },
  };
}
