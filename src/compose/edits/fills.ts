import type { Row } from '../../../domain/api/shapes.ts';
import { BLOCK_ROWS, type BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import { enteredIn } from '../../../domain/entered.ts';
import { continued } from '../../../domain/series.ts';
import type { FillAsked } from '../../machines/blockEdit/blockEdit.ts';

/** The number of rows loaded at a time to find the end of a block. */
const LOOKED_THROUGH = 500;

interface FilledList {
  readonly between: (from: number, to: number) => Promise<readonly Row[]>;
  readonly count: number;
}
/** Cells from a row on, one line for each row between; no line is set in a heading. */
interface Filled {
  readonly top: number;
  readonly fields: readonly BlockField[];
  readonly cells: Cells;
  /** The last row of a series. */
  readonly filledTo?: number;
}

const isRow = ({ kind }: Row) => kind === 'row';
/** One line for each index, because the server counts the rows it covers by lines. */
const padded = (cells: Cells, height: number): Cells => [...cells, ...Array.from({ length: Math.max(0, height - cells.length) }, () => [])];

/** The last row before the next heading. */
async function endOfBlock({ between, count }: FilledList, from: number): Promise<number> {
  const last = Math.min(count, from + BLOCK_ROWS) - 1;
  for (let at = from; at <= last; at += LOOKED_THROUGH) {
    const heading = (await between(at, Math.min(last, at + LOOKED_THROUGH - 1))).findIndex((row) => !isRow(row));
    if (heading !== -1) return at + heading - 1;
  }
  return last;
}

async function series({ source, to, fields }: Extract<FillAsked, { kind: 'series' }>, list: FilledList): Promise<Filled | null> {
  const end = to ?? (await endOfBlock(list, source.bottom + 1));
  const isBack = end < source.top;
  const [top, bottom] = isBack ? [end, source.top - 1] : [source.bottom + 1, end];
  const height = bottom - top + 1;
  const given = (await list.between(source.top, source.bottom)).filter(isRow);
  if (height < 1 || given.length === 0) return null;
  const count = isBack ? (await list.between(top, bottom)).filter(isRow).length : height;
  const columns = fields.map((field) => {
    const values = continued(
      given.map((row) => enteredIn(row, field)),
      field,
      count,
      isBack,
    );
    return isBack ? values.toReversed() : values;
  });
  const cells = Array.from({ length: count }, (_, at) => columns.map((column) => column[at] ?? ''));
  return { top, fields, cells: padded(cells, height), filledTo: end };
}

/** The cells that a fill sets; null where it sets none. */
export async function filledBy(asked: FillAsked, list: FilledList): Promise<Filled | null> {
  if (asked.kind === 'series') return series(asked, list);
  const { top, bottom } = asked;
  if (asked.kind === 'fill') {
    const [source] = await list.between(top, top);
    if (source === undefined) return null;
    const values = asked.fields.map((field) => enteredIn(source, field));
    return { top: top + 1, fields: asked.fields, cells: Array.from({ length: bottom - top }, () => values) };
  }
  const [from, ...fields] = asked.fields;
  if (from === undefined) return null;
  const rows = (await list.between(top, bottom)).filter(isRow);
  return {
    top,
    fields,
    cells: padded(
      rows.map((row) => fields.map(() => enteredIn(row, from))),
      bottom - top + 1,
    ),
  };
}
