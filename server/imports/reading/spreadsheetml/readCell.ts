/** The cells of a workbook. Most are a text or a number and nothing else: a sheet has too many of those to keep empty fields in each. */

import { decimalOfDouble } from '../../../../domain/decimal.ts';
import { storable } from '../../../storableText.ts';
import { type Cell, type CellKind, sumsIn } from '../sheet.ts';
import type { NumberFormat } from './numberFormat.ts';

/** A formula written once for many cells, and how many rows below its own a cell has it: its text is built only when it is needed. */
export interface Shared {
  readonly formula: string;
  readonly rows: number;
}

/** A text without a formula that sums. */
export class TextCell implements Cell {
  readonly column: number;
  readonly text: string;
  constructor(column: number, text: string) {
    this.column = column;
    this.text = storable(text);
  }
  get kind(): CellKind {
    return 'text';
  }
  get number(): number {
    return Number.NaN;
  }
  get sums(): string {
    return '';
  }
  get formula(): undefined {
    return undefined;
  }
}

/** A number without a formula. */
export class NumberCell implements Cell {
  readonly column: number;
  readonly number: number;
  readonly #format: NumberFormat | undefined;
  constructor(column: number, number: number, format: NumberFormat | undefined) {
    this.column = column;
    this.number = number;
    this.#format = format;
  }
  get kind(): CellKind {
    return 'number';
  }
  get text(): string {
    return this.#format?.display(this.number) ?? decimalOfDouble(this.number);
  }
  get currency(): string {
    return this.#format?.currency ?? '';
  }
  get sums(): string {
    return '';
  }
  get formula(): undefined {
    return undefined;
  }
}

export class ReadCell implements Cell {
  readonly column: number;
  readonly kind: CellKind;
  readonly #sums: string | Shared;
  readonly #value: string | number;
  readonly #format: NumberFormat | undefined;
  readonly formula: string | undefined;
  constructor(column: number, kind: CellKind, value: string | number, sums: string | Shared, format?: NumberFormat, formula?: string) {
    this.column = column;
    this.kind = kind;
    this.#sums = sums;
    this.#value = typeof value === 'string' ? storable(value) : value;
    this.#format = format;
    this.formula = formula;
  }
  get sums(): string {
    return typeof this.#sums === 'string' ? this.#sums : sumsIn(movedDown(this.#sums.formula, this.#sums.rows));
  }
  get number(): number {
    return typeof this.#value === 'number' ? this.#value : Number.NaN;
  }
  get text(): string {
    if (typeof this.#value === 'string') return this.#value;
    return this.#format?.display(this.#value) ?? decimalOfDouble(this.#value);
  }
  get currency(): string {
    return this.#format?.currency ?? '';
  }
}

/** A shared formula moved down by the given rows; its columns do not change. */
const movedDown = (formula: string, rows: number): string =>
  formula.replace(/(\$?[A-Z]{1,3})(\$?)(\d+)/g, (all, column: string, fixed: string, row: string) =>
    fixed === '' ? `${column}${Number(row) + rows}` : all,
  );
