/** One table of an OpenDocument spreadsheet: repeated rows and cells unrolled, spans become merges. */
import * as say from '../../../../domain/sentences/files.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { type Cell, type CellKind, constantsIn, type Merge, type Sheet, type SheetRow, sumsIn } from '../sheet.ts';
import { noticesOfCuts, type Tally } from '../tally.ts';
import { type Attributes, TextCollector } from '../xml.ts';

const CELLS: ReadonlySet<string> = new Set(['table-cell', 'covered-table-cell']);
/** Elements inside a cell whose text is not the cell's text. */
const BESIDE: ReadonlySet<string> = new Set(['annotation', 'frame', 'shapes', 'custom-shape', 'table']);

export class TableReader {
  readonly #name: string;
  readonly #hidden: boolean;
  readonly #tally: Tally;
  readonly #rows: SheetRow[] = [];
  readonly #merges: Merge[] = [];
  readonly #hiddenColumns = new Set<number>();
  readonly #text = new TextCollector();
  #isLinked = false;
  #columns = 0;
  #row = 0;
  #rowRepeats = 1;
  #cells: Cell[] = [];
  #column = 0;
  #cell: Attributes | null = null;
  #beside = 0;
  #paragraphs = 0;
  #clipped = false;

  constructor(name: string, hidden: boolean, tally: Tally) {
    this.#name = name;
    this.#hidden = hidden;
    this.#tally = tally;
  }

  /** Null for the kept copy of another document's sheet. */
  sheet(): Sheet | null {
    if (this.#isLinked) return null;
    return {
      name: this.#name,
      hidden: this.#hidden,
      rows: this.#rows,
      merges: this.#merges,
      hiddenColumns: this.#hiddenColumns,
      notices: noticesOfCuts({ texts: this.#text.cut, columns: this.#clipped }),
    };
  }

  open(name: string, attributes: Attributes): void {
    if (BESIDE.has(name)) this.#beside += 1;
    if (this.#beside > 0) return;
    if (CELLS.has(name)) this.#openCell(attributes);
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-column') this.#openColumn(attributes);
    else if (name === 'table-source') this.#isLinked = true;
    else if (this.#cell !== null) this.#openText(name, attributes);
  }

  close(name: string): void {
    if (BESIDE.has(name)) this.#beside -= 1;
    else if (this.#beside > 0) return;
    else if (CELLS.has(name)) this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  }

  text(text: string): void {
    if (this.#cell !== null && this.#beside === 0 && this.#paragraphs > 0) this.#text.add(text);
  }

  #openColumn(attributes: Attributes): void {
    const repeats = repeated(attributes['table:number-columns-repeated']);
    if (attributes['table:visibility'] === 'collapse') {
      const last = Math.min(this.#columns + repeats, LIMITS.columns);
      for (let column = this.#columns; column < last; column += 1) this.#hiddenColumns.add(column);
    }
    this.#columns += repeats;
  }

  #openRow(attributes: Attributes): void {
    this.#rowRepeats = repeated(attributes['table:number-rows-repeated']);
    this.#cells = [];
    this.#column = 0;
  }

  #closeRow(): void {
    if (this.#cells.length > 0) {
      for (let repeat = 0; repeat < this.#rowRepeats; repeat += 1) {
        this.#tally.row();
        if (repeat > 0) for (const _ of this.#cells) this.#tally.cell();
        this.#rows.push({ index: this.#row + repeat + 1, cells: this.#cells });
      }
    }
    this.#row += this.#rowRepeats;
  }

  #openCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#text.restart();
    this.#paragraphs = 0;
  }

  #openText(name: string, attributes: Attributes): void {
    if (name === 'p') {
      this.#paragraphs += 1;
      if (this.#paragraphs > 1) this.#text.add('\n');
    } else if (name === 's') this.#text.add(' '.repeat(Math.min(repeated(attributes['text:c']), 1_000)));
    else if (name === 'tab') this.#text.add('\t');
    else if (name === 'line-break') this.#text.add('\n');
  }

  #closeCell(): void {
    const attributes = this.#cell;
    this.#cell = null;
    if (attributes === null) return;
    const repeats = repeated(attributes['table:number-columns-repeated']);
    this.#merge(attributes);
    const value = held(attributes, this.#text.text);
    if (value !== null) {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const column = this.#column + repeat;
        if (column >= LIMITS.columns) {
          this.#clipped = true;
          break;
        }
        this.#tally.cell();
        this.#cells.push({ ...value, column });
      }
    }
    this.#column += repeats;
  }

  #merge(attributes: Attributes): void {
    const columns = repeated(attributes['table:number-columns-spanned']);
    const rows = repeated(attributes['table:number-rows-spanned']);
    if (columns === 1 && rows === 1) return;
    if (this.#merges.length >= LIMITS.merges) throw new Unreadable('TOO_MANY_MERGES');
    const [row, column] = [this.#row + 1, this.#column];
    this.#merges.push({ firstRow: row, lastRow: row + rows - 1, firstColumn: column, lastColumn: column + columns - 1 });
  }
}

function repeated(count: string | undefined): number {
  if (count === undefined) return 1;
  const number = Number(count);
  if (!Number.isInteger(number) || number < 0 || number > 2 ** 31) throw new Unreadable('DAMAGED', say.cellPlace());
  return number;
}

function held(attributes: Attributes, shown: string): Omit<Cell, 'column'> | null {
  const formula = attributes['table:formula'];
  const sums = formula === undefined ? '' : sumsIn(formula);
  const cell = (kind: CellKind, text: string, number = Number.NaN) => ({ kind, text, number, sums });
  if (attributes['calcext:value-type'] === 'error') return cell('error', shown);
  const type = attributes['office:value-type'];
  const number = Number(attributes['office:value'] ?? Number.NaN);
  switch (type) {
    case undefined:
      if (formula !== undefined && shown.trim() === '') return cell('pending', formula.replace(/^of:/, ''));
      return shown.trim() === '' ? null : cell('text', shown);
    case 'float':
    case 'currency':
    case 'percentage': {
      if (!Number.isFinite(number)) return cell('error', shown);
      const currency = attributes['office:currency'];
      return {
        ...cell('number', shown, number),
        ...(formula !== undefined && { formula: constantsIn(formula) }),
        ...(currency !== undefined && { currency }),
      };
    }
    case 'date':
    case 'time':
      return cell('date', shown === '' ? (attributes['office:date-value'] ?? attributes['office:time-value'] ?? '') : shown);
    case 'boolean':
      return cell('boolean', attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE');
    default: {
      const text = shown === '' ? (attributes['office:string-value'] ?? '') : shown;
      return text.trim() === '' ? null : cell('text', text);
    }
  }
}
