import type { Api } from '../../../domain/api/call.ts';
import type { WholeContract } from '../../../domain/api/wholeContractShapes.ts';
import { COLUMNS, type ContractKind, type Figures } from '../../../domain/contractFigures.ts';
import { AS_STORED, type RowView } from '../../../domain/rowView.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ContractAbout, ContractItem, WholeContractScreen } from '../../views/contract/needs.ts';
import type { ShownRows } from '../../views/sections/listFoot.tsx';
import { viewHere } from '../app/rowViews.ts';
import { reading } from '../calls/reading.ts';
import { asText, windowsInto } from '../calls/windows.ts';

/** Contracts with more rows than this open with their lists folded. */
const MOST_OPEN = 300;

type Shown = WholeContract['rows'][number];
/** Lists have ids of their own, apart from those of rows; so have the sums. */
const itemOf = (row: Shown): ContractItem => ({
  ...row,
  id: row.kind === 'list' ? -(row.list + 1) : (row.versions.findLast((each) => each !== null)?.row_id ?? 0),
  percent: null,
});
const figuresOf = (of: Figures<string>) => Object.fromEntries(COLUMNS.map((column) => [column, of[column]])) as Figures<string>;
const FIRST_SUM = -1_000_000_000;

/** The sums below the rows, except the last, which is in the foot. */
function sumsBelow({ subtotal, additional, total, taxes }: ContractAbout): ContractItem[] {
  const given: readonly (Pick<ContractItem, 'kind' | 'name' | 'percent'> & { readonly of: Figures<string> })[] = [
    { kind: 'subtotal', name: '', percent: null, of: subtotal },
    ...additional.map((line) => ({ kind: 'line' as const, name: line.name, percent: line.percent_total, of: line })),
    { kind: 'total', name: '', percent: null, of: total },
    ...taxes.map((line) => ({ kind: 'line' as const, name: line.name, percent: line.percent_total, of: line })),
  ];
  return given.map(({ of, ...item }, at) => ({
    ...item,
    ...figuresOf(of),
    ...{ id: FIRST_SUM + at, list: -1, row_count: 0, is_folded: false, code: '', unit: '', kinds: [], versions: [] },
  }));
}

/** The lists are the headings of level 1, each by its place from 1. */
const foldsOf = ({ foldedFrom, flipped }: RowView) => ({
  open: foldedFrom === 1 ? ('none' as const) : ('all' as const),
  flipped: flipped.map((id) => id - 1).join(','),
});

/** A contract over all its versions. */
export function wholeContractOf(api: Api, versionId: number, person: number | null): WholeContractScreen {
  const about = new ValueStore<ContractAbout>();
  const read = async (
    query: { offset: string; limit: string; kind?: ContractKind; open?: 'all' | 'none'; flipped?: string },
    signal: AbortSignal,
  ) => {
    const { rows, row_count, ...rest } = await api('GET /versions/:id/contract/', { params: { id: versionId }, query }, { signal });
    about.set(rest);
    return { rows, row_count };
  };
  return {
    about,
    reading: reading(async (signal) => {
      await read({ offset: '0', limit: '1', open: 'none' }, signal);
    }),
    rows(kind) {
      const rows = new RowStore<ContractItem>();
      const { view, keep } = viewHere(`${person} contract ${versionId}`);
      if (view.get() === AS_STORED && (about.get()?.row_total ?? 0) > MOST_OPEN) view.set({ ...AS_STORED, foldedFrom: 1 });
      const windows = windowsInto(rows, async (window, signal) => {
        const answer = await read({ ...asText(window), ...foldsOf(view.get() ?? AS_STORED), ...(kind !== null && { kind }) }, signal);
        const known = about.get();
        const below = kind === null && known !== null ? sumsBelow(known) : [];
        const from = Math.max(0, window.offset - answer.row_count);
        const left = window.limit - answer.rows.length;
        return { rows: [...answer.rows.map(itemOf), ...below.slice(from, from + left)], total: answer.row_count + below.length };
      });
      return { rows, windows, view, keep, shown: new ValueStore<ShownRows>() };
    },
  };
}
