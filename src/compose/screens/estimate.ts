import type { Api } from '../../../domain/api/call.ts';
import type { Line, Row, VersionSummary } from '../../../domain/api/shapes.ts';
import type { OfferedUnit } from '../../../domain/units.ts';
import { sharedWith } from '../../machines/resource/shared.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { m } from '../../messages/messages.ts';
import { later } from '../../ui/later.ts';
import type { EstimateScreen, LineKind, ListChange, ListChanged, ListChanges } from '../../views/estimate/needs.ts';
import type { ShownRows } from '../../views/sections/listFoot.tsx';
import { columnLayout } from '../app/columnLayout.ts';
import type { ViewOf } from '../app/rowViews.ts';
import type { Early } from '../calls/early.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import { estimateRows, fillEarly, windowsInto } from '../calls/windows.ts';
import type { Edits } from '../edits/answers.ts';
import { estimateGrid, lineGrid } from '../edits/cells.ts';
import { addRow } from '../edits/madeRows.ts';
import { afterEdits } from '../edits/savedFirst.ts';
import type { ProjectFeeds } from '../live/projectFeeds.ts';
import { newActOf } from './newAct.ts';

type Summary = ValueStore<VersionSummary>;

const newLineOf = (api: Api, versionId: number, summary: Summary): EstimateScreen['newLine'] =>
  dialog<LineKind, null, Line>('newLine', '7.1 The summary shows lists, additional costs and taxes', async ({ subject: kind }, signal) => {
    const params = { id: versionId };
    const answer =
      kind === 'tax'
        ? await api('POST /versions/:id/taxes/', { params, body: { name: m.estimate_new_tax() } }, { signal })
        : await api('POST /versions/:id/additional_summary_costs/', { params, body: { name: m.estimate_new_parameter() } }, { signal });
    summary.set(answer.summary);
    return answer.record;
  });

const lineRemovalOf = (api: Api, summary: Summary): EstimateScreen['lineRemoval'] =>
  dialog<{ readonly line: Line; readonly kind: LineKind }, null, void>(
    'lineRemoval',
    '7.1 The summary shows lists, additional costs and taxes',
    async ({ subject: { line, kind } }, signal) => {
      const asked = { params: { id: line.id } };
      summary.set(
        kind === 'tax'
          ? await api('DELETE /taxes/:id/', asked, { signal })
          : await api('DELETE /additional_summary_costs/custom/:id/', asked, { signal }),
      );
    },
  );

type ListKept = Exclude<ListChange, { readonly kind: 'deletion' }>;
function keepList(api: Api, versionId: number, change: ListKept, title: string, signal: AbortSignal) {
  switch (change.kind) {
    case 'creation':
      return api('POST /versions/:id/lists/', { params: { id: versionId }, body: { title } }, { signal });
    case 'rename':
      return api('PUT /lists/:id/', { params: { id: change.list.id }, body: { title } }, { signal });
    case 'move':
      return api('POST /lists/:id/move/', { params: { id: change.list.id }, body: { after_id: change.afterId } }, { signal });
  }
}

const listChangesOf = (api: Api, versionId: number, summary: Summary): ListChanges =>
  dialog<ListChange, string | null, ListChanged>(
    'listChange',
    '7.3 Lists are opened and changed in the summary',
    async ({ subject: change, given }, signal) => {
      if (change.kind === 'deletion') {
        summary.set(await api('DELETE /lists/:id/', { params: { id: change.list.id } }, { signal }));
        return { change, listId: change.list.id };
      }
      const { list, summary: totals } = await keepList(api, versionId, change, given ?? '', signal);
      summary.set(totals);
      return { change, listId: list.id };
    },
  );

/** The screen of an estimate's version: its summary, its lists and its dialogs. */
export function estimateOf(
  api: Api,
  early: Early,
  feeds: ProjectFeeds,
  edits: Edits,
  viewOf: ViewOf,
  units: () => readonly OfferedUnit[],
  versionId: number,
): EstimateScreen {
  const summary: Summary = new ValueStore(sharedWith);
  const settled = afterEdits(api, edits.queue);
  const known = early('GET /versions/:id/summary/', { params: { id: versionId } });
  if (known !== null) summary.set(known);
  return {
    summary,
    reading: reading(async (signal) =>
      summary.set(await feeds.read(() => api('GET /versions/:id/summary/', { params: { id: versionId } }, { signal }))),
    ),
    lines: lineGrid(edits, versionId, summary),
    newLine: newLineOf(api, versionId, summary),
    lineRemoval: lineRemovalOf(settled, summary),
    listChanges: listChangesOf(settled, versionId, summary),
    newAct: newActOf(settled, versionId),
    list(listId: number) {
      const rows = new RowStore<Row>();
      const shown = new ValueStore<ShownRows>();
      const { view, keep, ...kept } = viewOf('estimate', listId);
      const entered = new ValueStore<readonly Row[]>();
      const listView = { view, shown, entered };
      fillEarly(early, rows, listId, listView, kept);
      return {
        rows,
        ...listView,
        keep,
        windows: windowsInto(
          rows,
          (window, signal) => feeds.read(() => estimateRows(api, listId, listView, kept)(window, signal)),
          async (id, signal) => {
            const found = await feeds.read(() => api('GET /rows/:id/', { params: { id } }, { signal }));
            for (const row of [found.row, ...found.sections]) rows.put(row);
            summary.set(found.summary);
          },
        ),
        grid: estimateGrid(edits, listId, rows, summary, listView),
        addRow: (row) => {
          const title = summary.get()?.costs.find(({ id }) => id === listId)?.title ?? '';
          return addRow(edits.queue, { version: versionId, list: listId, title, ...row });
        },
        tools: later(async () => {
          const { listToolsOf } = await import('../edits/listTools.ts');
          return listToolsOf(api, edits.queue, versionId, listId, rows, summary, listView, units);
        }),
      };
    },
    layout: columnLayout(edits.queue.getSnapshot().context.person),
  };
}
