import type { Api } from '../../../domain/api/call.ts';
import type { Change } from '../../../domain/comparison.ts';
import { AS_STORED, viewText } from '../../../domain/rowView.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { Compared, ComparedRow, Comparison, ComparisonScreen } from '../../views/compare/needs.ts';
import type { ShownRows } from '../../views/sections/listFoot.tsx';
import { viewHere } from '../app/rowViews.ts';
import { reading } from '../calls/reading.ts';
import { asText, windowsInto } from '../calls/windows.ts';

/** Two versions of an estimate side by side. */
export function comparisonOf(api: Api, { newId, oldId, momentId }: Compared, person: number | null): ComparisonScreen {
  const about = new ValueStore<Comparison>();
  const compare = async (query: { offset: string; limit: string; change?: Change; view?: string }, signal: AbortSignal) => {
    const { rows, row_count, ...rest } = await api(
      'GET /versions/:id/compare/',
      { params: { id: newId }, query: { with: oldId, ...(momentId !== null && { moment: momentId }), ...query } },
      { signal },
    );
    about.set(rest);
    return { rows, row_count };
  };
  return {
    about,
    reading: reading(async (signal) => {
      await compare({ offset: '0', limit: '1' }, signal);
    }),
    rows(change) {
      const rows = new RowStore<ComparedRow>();
      const pair = [newId, oldId].sort((a, b) => a - b).join(' ');
      const viewed = { ...viewHere(`${person} compare ${pair}`), shown: new ValueStore<ShownRows>() };
      const windows = windowsInto(rows, async (window, signal) => {
        const answer = await compare(
          { ...asText(window), view: viewText(viewed.view.get() ?? AS_STORED), ...(change && { change }) },
          signal,
        );
        return { rows: answer.rows.map((row) => ({ ...row, id: (row.new ?? row.old)?.id ?? 0 })), total: answer.row_count };
      });
      return { rows, windows, ...viewed };
    },
  };
}
