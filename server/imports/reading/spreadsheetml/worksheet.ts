/** One worksheet part, streamed into rows of cells with values. */

import * as say from '../../../../domain/sentences/files.ts';
import type { Sentence } from '../../../../domain/sentences/sentence.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { type Cell, type CellKind, constantsIn, LONGEST_FORMULA, type Merge, type Sheet, type SheetRow, sumsIn } from '../sheet.ts';
import { noticesOfCuts, type Tally } from '../tally.ts';
import { type Attributes, readXml, TextCollector, type XmlHandler } from '../xml.ts';
import type { NumberFormat } from './numberFormat.ts';
import { plainRowAt } from './plainRow.ts';
import { NumberCell, ReadCell, type Shared, TextCell } from './readCell.ts';
import { unescaped } from './strings.ts';

interface WorkbookParts {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly tally: Tally;
}

export async function readWorksheet(
  { name, hidden }: Pick<Sheet, 'name' | 'hidden'>,
  chunks: AsyncIterable<Buffer>,
  parts: WorkbookParts,
): Promise<Sheet> {
  const reader = new WorksheetReader(parts);
  const read = (text: string, from: number) => reader.plainRow(text, from);
  await readXml(chunks, reader, { container: 'sheetData', start: '<row', end: '</row>', read });
  return { name, hidden, rows: reader.rows, merges: reader.merges, hiddenColumns: reader.hiddenColumns, notices: reader.notices() };
}

class WorksheetReader implements XmlHandler {
  readonly rows: SheetRow[] = [];
  readonly merges: Merge[] = [];
  readonly hiddenColumns = new Set<number>();
  readonly #parts: WorkbookParts;
  readonly #value = new TextCollector();
  readonly #formula = new TextCollector();
  readonly #shared = new Map<string, { readonly formula: string; readonly row: number }>();
  #collecting: TextCollector | null = null;
  #inPhonetic = false;
  #row = 0;
  #level = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #hasFormula = false;
  #sharedFormula: string | undefined;
  #clipped = false;

  constructor(parts: WorkbookParts) {
    this.#parts = parts;
  }

  notices(): Sentence[] {
    return noticesOfCuts({ texts: this.#value.cut, columns: this.#clipped });
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#collecting = this.#inPhonetic ? null : this.#value;
    else if (name === 'f') this.#openFormula(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'rPh') this.#inPhonetic = true;
    else if (name === 'mergeCell') this.#merge(attributes.ref ?? '');
    else if (name === 'col') this.#columns(attributes);
  }

  close(name: string): void {
    if (name === 'v' || name === 't' || name === 'f') this.#collecting = null;
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  text(text: string): void {
    this.#collecting?.add(text);
  }

  #openRow(attributes: Attributes): void {
    const row = attributes.r === undefined ? this.#row + 1 : Number(attributes.r);
    if (!Number.isInteger(row) || row <= this.#row) throw new Unreadable('DAMAGED', say.rowsOutOfOrder());
    this.#row = row;
    this.#level = Number(attributes.outlineLevel ?? 0);
    this.#column = -1;
    this.#cells = [];
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#parts.tally.row();
    // The copy drops the spare capacity of an array that was pushed to.
    const cells = inOrder(this.#cells).slice();
    this.rows.push(this.#level > 0 ? { index: this.#row, cells, level: this.#level } : { index: this.#row, cells });
  }

  #openCell(attributes: Attributes): void {
    this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r);
    this.#type = attributes.t ?? 'n';
    this.#style = Number(attributes.s ?? 0);
    this.#value.restart();
    this.#formula.restart();
    this.#hasFormula = false;
    this.#sharedFormula = undefined;
  }

  #openFormula(attributes: Attributes): void {
    this.#hasFormula = true;
    this.#sharedFormula = attributes.t === 'shared' ? attributes.si : undefined;
    this.#collecting = this.#formula;
  }

  #closeCell(): void {
    const value = this.#cell(this.#column, this.#type, this.#style, this.#value.text, this.#hasFormula ? this.#formula.text : null);
    if (value === null) return;
    if (this.#column >= LIMITS.columns) {
      this.#clipped = true;
      return;
    }
    this.#parts.tally.cell();
    this.#cells.push(value);
  }

  #cell(column: number, type: string, style: number, raw: string, written: string | null): Cell | null {
    const sums = written === null ? '' : this.#sums(written);
    const cell = (kind: CellKind, value: string | number, format?: NumberFormat) => new ReadCell(column, kind, value, sums, format);
    const textCell = (text: string) => (text.trim() === '' ? null : sums === '' ? new TextCell(column, text) : cell('text', text));
    if (type === 's') return raw === '' ? null : textCell(this.#sharedString(raw));
    if (type === 'inlineStr' || type === 'str') return textCell(unescaped(raw));
    if (raw === '') return written === null ? null : cell('pending', written === '' ? '=' : `=${written}`);
    if (type === 'e') return cell('error', raw);
    if (type === 'b') return cell('boolean', raw === '1' ? 'TRUE' : 'FALSE');
    if (type === 'd') return cell('date', raw);
    const number = Number(raw);
    if (!Number.isFinite(number)) return cell('error', raw);
    const format = this.#parts.formats[style];
    if (format?.isDate === true) return cell('date', number, format);
    if (written === null) return new NumberCell(column, number, format);
    return new ReadCell(column, 'number', number, sums, format, constantsIn(written));
  }

  /** A row of cells with a value, and a formula, that stand for themselves. */
  plainRow(text: string, from: number): number {
    const row = plainRowAt(text, from, this.#row);
    if (row === null) return -1;
    this.#sharedFormula = undefined;
    this.#row = row.index;
    this.#level = row.level;
    this.#cells = [];
    for (const { column, type, style, value, formula } of row.cells) {
      const cell = this.#cell(column, type, style, value, formula);
      if (cell === null) continue;
      this.#parts.tally.cell();
      this.#cells.push(cell);
    }
    this.#closeRow();
    return row.end;
  }

  #sharedString(raw: string): string {
    const text = this.#parts.strings[Number(raw)];
    if (text === undefined) throw new Unreadable('DAMAGED', say.textMissing());
    return text;
  }

  #sums(formula: string): string | Shared {
    const shared = this.#sharedFormula;
    if (formula === '') {
      const written = shared === undefined ? undefined : this.#shared.get(shared);
      return written === undefined ? '' : { formula: written.formula, rows: this.#row - written.row };
    }
    const sums = sumsIn(formula);
    if (shared !== undefined && sums !== '') this.#shared.set(shared, { formula: formula.slice(0, LONGEST_FORMULA), row: this.#row });
    return sums;
  }

  #merge(ref: string): void {
    if (this.merges.length >= LIMITS.merges) throw new Unreadable('TOO_MANY_MERGES');
    const [first = '', last = first] = ref.split(':');
    const merge = { firstRow: rowOf(first), lastRow: rowOf(last), firstColumn: columnOf(first), lastColumn: columnOf(last) };
    if (merge.firstRow >= 1 && merge.lastRow >= merge.firstRow && merge.lastColumn >= merge.firstColumn) this.merges.push(merge);
  }

  #columns(attributes: Attributes): void {
    if (attributes.hidden !== '1' && attributes.hidden !== 'true') return;
    const last = Math.min(Number(attributes.max), LIMITS.columns);
    for (let column = Number(attributes.min); column <= last; column += 1) this.hiddenColumns.add(column - 1);
  }
}

/** Cells by ascending column; of two at one place the later counts. */
function inOrder(cells: Cell[]): readonly Cell[] {
  if (cells.every((cell, index) => index === 0 || cell.column > (cells[index - 1]?.column ?? 0))) return cells;
  return [...new Map(cells.map((cell) => [cell.column, cell])).values()].sort((a, b) => a.column - b.column);
}

/** 0 for "A1". */
function columnOf(ref: string): number {
  let column = 0;
  for (const letter of ref) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    column = column * 26 + digit;
  }
  if (column < 1 || column > 16_384) throw new Unreadable('DAMAGED', say.cellPlace());
  return column - 1;
}

const rowOf = (ref: string) => Number(/\d+$/.exec(ref)?.[0] ?? 0);
