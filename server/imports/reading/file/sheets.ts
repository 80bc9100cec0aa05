/** Sheets without a list: they are listed as left out, and a number on one may be the total of all lists. */
import { cutTo } from '../../../../domain/cut.ts';
import { absolute, decimalOfDouble, fixed, roundText, SCALE } from '../../../../domain/decimal.ts';
import { noRowsOnSheet, noTableOnSheet } from '../../../../domain/sentences/certainty.ts';
import type { FileTotal, PercentLine, SheetLeftOut } from '../reading.ts';
import type { Sheet, SheetRow } from '../sheet.ts';
import { saysCost, saysOfWhich, saysTax, sumsUp } from '../table/cell/totalsWords.ts';
import type { TotalOfTables } from '../table/totals/foot.ts';

interface Written {
  readonly cents: bigint;
  readonly label: string;
  readonly sheet: string;
  readonly row: number;
}

/** A sheet with more numbers is not a cover. */
const MOST_NUMBERS = 2_000;
const LONGEST_LABEL = 100;
/** In cents. Smaller numbers are equal by chance: quantities, years, numbers of rows. */
const LEAST = 100_000n;

export class SheetsWithoutList {
  sheets: SheetLeftOut[] = [];
  /** The sheets that state percent lines. */
  withLines: Sheet[] = [];
  readonly #numbers: Written[] = [];

  /** Adds a sheet from which no list was read; a hidden or empty one does not count. */
  add(sheet: Sheet, hasTable: boolean): void {
    const { name, hidden, rows } = sheet;
    if (hidden || rows.length === 0) return;
    const why = hasTable ? noRowsOnSheet() : noTableOnSheet();
    const line = lineIn(rows);
    if (line !== undefined && !hasTable) this.withLines.push(sheet);
    this.sheets.push({ sheet: name, rows: rows.filter(isOfNumbers).length, why, ...(line && { line }) });
    const written = rows.flatMap((row) => numbersIn(name, row)).slice(0, MOST_NUMBERS);
    this.#numbers.push(...written.filter(({ cents }) => absolute(cents) >= LEAST));
  }

  /** Adds a summary of our own that is not used, with a line of it that no list has. */
  pass(sheet: string, line?: PercentLine): void {
    this.sheets.push({
      sheet,
      rows: 0,
      why: noTableOnSheet(),
      ...(line && { line: { kind: line.kind, label: cutTo(line.name, LONGEST_LABEL) } }),
    });
  }

  /** Removes a sheet from which a list was read after all. */
  withdraw(name: string): void {
    this.sheets = this.sheets.filter(({ sheet }) => sheet !== name);
    this.withLines = this.withLines.filter((sheet) => sheet.name !== name);
  }

  /** Adds the total of all tables on a sheet, which may be the total of all lists. */
  addTotal(sheet: string, { cents, label, row }: TotalOfTables): void {
    this.#numbers.push({ cents, label, sheet, row });
  }

  /** The number that is the sum of all ticked lists to the cent: numbers of so many digits are not equal by chance. */
  totalEqualTo(sum: bigint): FileTotal[] {
    const found = this.#numbers.find(({ cents }) => cents === sum);
    if (found === undefined) return [];
    const { label, sheet, row } = found;
    return [{ stated: fixed(sum, SCALE.money), label, sheet, row_index: row }];
  }
}

/** A row of a table: words and at least two numbers. */
const isOfNumbers = ({ cells }: SheetRow) =>
  cells.some(({ kind }) => kind === 'text') && cells.filter(({ kind, number }) => kind === 'number' && number !== 0).length >= 2;

/** The first tax or additional cost that a row states in percents, with its amount. */
function lineIn(rows: readonly SheetRow[]): SheetLeftOut['line'] {
  for (const [at, { cells }] of rows.entries()) {
    const label = cells.find(({ kind, text }) => kind === 'text' && (saysTax(text) || saysCost(text)))?.text.trim() ?? '';
    if (label === '' || sumsUp(label) || saysOfWhich(label)) continue;
    const isPercent = cells.some(({ text }) => text.includes('%'));
    const hasAmount = cells.some(({ kind, number, text }) => kind === 'number' && number !== 0 && !text.endsWith('%'));
    const isOfColumn = () => label.includes('%') && isColumnOfAmounts(rows.slice(at + 1), cells, label);
    if (isPercent && (hasAmount || isOfColumn()))
      return { kind: saysTax(label) ? 'tax' : 'additional_cost', label: cutTo(label, LONGEST_LABEL) };
  }
  return undefined;
}

/** A column under "Overheads 10 %" states the line for each row. */
function isColumnOfAmounts(below: readonly SheetRow[], header: SheetRow['cells'], label: string): boolean {
  const column = header.find(({ text }) => text.trim() === label)?.column;
  return below.some(({ cells }) => cells.some((cell) => cell.column === column && cell.kind === 'number' && cell.number !== 0));
}

function numbersIn(sheet: string, { index, cells }: SheetRow): Written[] {
  let label = '';
  return cells.flatMap(({ kind, number, text }) => {
    if (kind === 'text') label = cutTo(text.trim(), LONGEST_LABEL);
    const cents = kind === 'number' ? roundText(decimalOfDouble(number), SCALE.money) : null;
    return cents === null ? [] : [{ cents, label, sheet, row: index }];
  });
}
