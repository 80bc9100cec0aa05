import type { WholeContract } from '../../domain/api/wholeContractShapes.ts';
import { COLUMNS, CONTRACT_KINDS, type ContractKind, type Figures, figuresOfThread, isOfKind } from '../../domain/contractFigures.ts';
import type { TableLine } from '../../domain/contractLines.ts';
import { fromCents, SCALE, shortest } from '../../domain/decimal.ts';
import { addFigures } from '../../domain/wholeContract.ts';
import { findVersion, type VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { asOfOneMoment } from '../db/pages.ts';
import { lastChange } from '../history/record.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { contractRowsById, type NamedRow } from './contractRows.ts';
import { type Worked, workedContract } from './worked.ts';

type ShownRow = WholeContract['rows'][number];
const shown = (figures: Figures) => Object.fromEntries(COLUMNS.map((column) => [column, fromCents(figures[column])])) as Figures<string>;
const NOTHING = addFigures([]);
const measure = (quantity: bigint) => shortest(quantity, SCALE.quantity);

interface Asked {
  readonly kind?: ContractKind | undefined;
  readonly open: 'all' | 'none';
  readonly flipped: string;
  readonly offset: number;
  readonly limit: number;
}

/** A list with its requested rows. */
interface Part {
  readonly place: number;
  readonly title: string;
  readonly figures: Figures;
  readonly count: number;
  readonly isFolded: boolean;
  /** The index of its first row among all rows of the contract. */
  readonly first: number;
  readonly size: number;
}

/** The lists that have rows of the kind; without a kind, all lists of the contract. */
function partsIn({ table }: Worked, { kind, open, flipped }: Asked): Part[] {
  const flips = new Set(flipped === '' ? [] : flipped.split(',').map(Number));
  let next = 0;
  return table.lists.flatMap(({ title, rows, counts, figures, ofKind }, at): Part[] => {
    const first = next;
    next += rows;
    const count = kind === undefined ? rows : counts[kind];
    if (count === 0 && kind !== undefined) return [];
    const isFolded = (open === 'none') !== flips.has(at);
    return [
      { place: at, title, count, isFolded, first, size: rows, figures: kind === undefined ? figures : (ofKind.get(kind) ?? NOTHING) },
    ];
  });
}

/** The indices of a list's rows of a kind, within a window. */
function placesIn(
  { kinds }: Worked,
  { first, size }: Part,
  { kind, skip, most }: { readonly kind: ContractKind | undefined; readonly skip: number; readonly most: number },
): number[] {
  if (kind === undefined) return Array.from({ length: Math.max(0, Math.min(most, size - skip)) }, (_, at) => first + skip + at);
  const places: number[] = [];
  let passed = 0;
  for (let at = first; at < first + size && places.length < most; at += 1) {
    if (!isOfKind(kinds[at] ?? 0, kind)) continue;
    if (passed >= skip) places.push(at);
    passed += 1;
  }
  return places;
}

const listRow = ({ place, title, count, isFolded, figures }: Part): ShownRow => ({
  kind: 'list',
  list: place,
  row_count: count,
  is_folded: isFolded,
  code: '',
  name: title,
  unit: '',
  kinds: [],
  versions: [],
  ...shown(figures),
});

/** The ids of a row in each version; 0 where a version does not have it. */
const idsAt = ({ chain, ids }: Worked, at: number) => [...ids.subarray(at * chain.length, (at + 1) * chain.length)];

function shownRow(worked: Worked, list: number, at: number, rows: ReadonlyMap<number, NamedRow>): ShownRow[] {
  const thread = idsAt(worked, at).map((id) => rows.get(id));
  const last = thread.findLast((row) => row !== undefined);
  // The row was deleted after the contract was computed; the next request computes it again.
  if (last === undefined) return [];
  const row: ShownRow = {
    kind: 'row',
    list,
    row_count: 0,
    is_folded: false,
    code: last.code,
    name: last.name,
    unit: last.unit,
    kinds: CONTRACT_KINDS.filter((kind) => kind !== 'changed' && isOfKind(worked.kinds[at] ?? 0, kind)),
    versions: thread.map((row) =>
      row === undefined
        ? null
        : {
            row_id: row.id,
            list_title: row.list,
            quantity: measure(row.quantity),
            extra: measure(row.extra),
            unit_total: shortest(row.prices.labour + row.prices.materials + row.prices.tools, SCALE.unitPrice),
          },
    ),
    ...shown(figuresOfThread(thread)),
  };
  return [row];
}

const lineShape = ({ name, percent, isGone, figures }: TableLine) => ({
  name,
  percent_total: percent === null ? null : shortest(percent, SCALE.percent),
  is_gone: isGone,
  ...shown(figures),
});

async function contractOf(query: Query, version: VersionRef, asked: Asked): Promise<WholeContract> {
  const worked = await workedContract(query, version);
  const { chain, table } = worked;
  const parts = partsIn(worked, asked);
  const items: { readonly part: Part; readonly at: number | null }[] = [];
  let passed = 0;
  for (const part of parts) {
    const length = 1 + (part.isFolded ? 0 : part.count);
    const [from, to] = [Math.max(0, asked.offset - passed), Math.min(length, asked.offset + asked.limit - passed)];
    passed += length;
    if (from >= to) continue;
    if (from === 0) items.push({ part, at: null });
    const skip = Math.max(0, from - 1);
    for (const at of placesIn(worked, part, { kind: asked.kind, skip, most: to - 1 - skip })) items.push({ part, at });
  }
  const wanted = items.flatMap(({ at }) => (at === null ? [] : idsAt(worked, at)));
  const rows = await contractRowsById(
    query,
    version.teamId,
    chain,
    wanted.filter((id) => id !== 0),
  );
  return {
    versions: chain.map(({ id, number, name, act_count, extra_count }, at) => {
      const figures = table.versions[at];
      return {
        id,
        number,
        name,
        act_count,
        extra_count,
        estimated: fromCents(figures?.estimated ?? 0n),
        extras: fromCents(figures?.extras ?? 0n),
        claimed: fromCents(figures?.claimed ?? 0n),
        settled: fromCents(figures?.settled ?? 0n),
        revaluation: fromCents(figures?.revaluation ?? 0n),
      };
    }),
    lists: table.lists.map(({ title, rows: row_count, counts, figures }, place) => ({
      place,
      title,
      row_count,
      counts,
      ...shown(figures),
    })),
    counts: table.counts,
    row_total: table.rows,
    subtotal: shown(table.subtotal),
    additional: table.additional.map(lineShape),
    total: shown(table.total),
    taxes: table.taxes.map(lineShape),
    total_with_taxes: shown(table.totalWithTaxes),
    shown: shown(addFigures(parts.map(({ figures }) => figures))),
    rows: items.flatMap(({ part, at }) => (at === null ? [listRow(part)] : shownRow(worked, part.place, at, rows))),
    row_count: passed,
  };
}

export const wholeContractHandlers: HandlersOf<'GET /versions/:id/contract/'> = {
  async 'GET /versions/:id/contract/'({ params, query }, { database, caller }) {
    const version = await findVersion(database.query, caller, params.id);
    return asOfOneMoment(
      database.query,
      async (one) => String(await lastChange(one, version)),
      (one) => contractOf(one, version, query),
    );
  },
};
