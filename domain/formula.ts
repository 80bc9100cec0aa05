/**
 * Formulas typed in the place of a number: "=12*3,5". Numbers with a decimal comma or point, + − × ÷ (also * and /), brackets, and % after a number or
 * a bracket. The value is exact until it is rounded once, to the scale of its field.
 */
import { divideRounded, shortest } from './decimal.ts';
import { isFormula } from './entered.ts';
import { ROW_NUMBERS, type RowFormulas, type RowNumber } from './rowFields.ts';
import type { Code } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/sentence.ts';
import { formulaDividesByZero, formulaTooLong, formulaUnbalanced, formulaUnfinished, formulaUnreadable } from './sentences/typing.ts';

const LONGEST_FORMULA = 200;

/** Characters of a formula, apart from the "=" it begins with. */
export const FORMULA_CHARACTERS = /^[\d.,+\-*/()%×÷·−\s]*$/;

const OPERATORS: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-' };
const TOKEN = /\s*(?:(\d+(?:[.,]\d*)?|[.,]\d+)|([+\-*/()%×÷·−]))/y;

/** A number as plain decimal text: ",50" is "0.50", "5." is "5". */
const plainNumber = (written: string): string => written.replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '');

type Token = { readonly number: string } | { readonly sign: string };

function tokens(formula: string): readonly Token[] | null {
  const read: Token[] = [];
  const text = formula.trim().replace(/^=/, '').trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, number, sign = ''] = match;
    read.push(number === undefined ? { sign: OPERATORS[sign] ?? sign } : { number: plainNumber(number) });
  }
  return read;
}

/** The operations a kind of number needs for arithmetic. */
interface Arithmetic<N> {
  readonly number: (text: string) => N;
  readonly negated: (value: N) => N;
  /** Null for a division by zero. */
  readonly joined: (sign: string, one: N, other: N) => N | null;
  readonly hundredth: (value: N) => N;
}
type Outcome<N> = { readonly value: N } | { readonly problem: Sentence<Code> };

/** Reads tokens by precedence: sums of products of signed numbers and brackets, each with any number of % behind. */
class Reader<N> {
  problem: Sentence<Code> | null = null;
  readonly #tokens: readonly Token[];
  readonly #arithmetic: Arithmetic<N>;
  #at = 0;

  constructor(read: readonly Token[], arithmetic: Arithmetic<N>) {
    this.#tokens = read;
    this.#arithmetic = arithmetic;
  }

  whole(): Outcome<N> {
    const value = this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#signed()));
    const rest = this.#tokens[this.#at];
    if (value !== null && rest !== undefined)
      return { problem: 'sign' in rest && rest.sign === ')' ? formulaUnbalanced() : formulaUnreadable() };
    return value === null ? { problem: this.problem ?? formulaUnreadable() } : { value };
  }

  #takes(signs: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !('sign' in token) || !signs.includes(token.sign)) return null;
    this.#at += 1;
    return token.sign;
  }

  #refuse(problem: Sentence<Code>): null {
    this.problem ??= problem;
    return null;
  }

  #chain(signs: readonly string[], part: () => N | null): N | null {
    let value = part();
    for (let sign = this.#takes(signs); sign !== null && value !== null; sign = this.#takes(signs)) {
      const other = part();
      value = other === null ? null : (this.#arithmetic.joined(sign, value, other) ?? this.#refuse(formulaDividesByZero()));
    }
    return value;
  }

  #signed(): N | null {
    const sign = this.#takes(['+', '-']);
    if (sign === null) return this.#percented();
    const value = this.#signed();
    return value === null || sign === '+' ? value : this.#arithmetic.negated(value);
  }

  #percented(): N | null {
    let value = this.#primary();
    while (value !== null && this.#takes(['%']) !== null) value = this.#arithmetic.hundredth(value);
    return value;
  }

  #primary(): N | null {
    const token = this.#tokens[this.#at];
    if (token === undefined) return this.#refuse(formulaUnfinished());
    if ('number' in token) {
      this.#at += 1;
      return this.#arithmetic.number(token.number);
    }
    if (this.#takes(['(']) === null) return this.#refuse(token.sign === ')' ? formulaUnbalanced() : formulaUnreadable());
    const value = this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#signed()));
    if (value === null) return null;
    return this.#takes([')']) === null ? this.#refuse(formulaUnbalanced()) : value;
  }
}

function calculated<N>(formula: string, arithmetic: Arithmetic<N>): Outcome<N> {
  if (formula.length > LONGEST_FORMULA) return { problem: formulaTooLong({ most: LONGEST_FORMULA }) };
  const read = tokens(formula);
  return read === null ? { problem: formulaUnreadable() } : new Reader(read, arithmetic).whole();
}

/** A fraction of whole numbers; the denominator is above 0. */
interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}
const EXACT: Arithmetic<Ratio> = {
  number: (text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
  },
  negated: ({ over, under }) => ({ over: -over, under }),
  hundredth: ({ over, under }) => ({ over, under: under * 100n }),
  joined: (sign, one, other) => {
    if (sign === '*') return { over: one.over * other.over, under: one.under * other.under };
    if (sign === '/') {
      if (other.over === 0n) return null;
      const [over, under] = [one.over * other.under, one.under * other.over];
      return under < 0n ? { over: -over, under: -under } : { over, under };
    }
    const added = other.over * one.under;
    return { over: one.over * other.under + (sign === '+' ? added : -added), under: one.under * other.under };
  },
};

/** The value of a formula as decimal text, rounded once to a scale, half away from zero; or why it has none. */
export function formulaValue(formula: string, scale: number): { readonly value: string } | { readonly problem: Sentence<Code> } {
  const outcome = calculated(formula, EXACT);
  if ('problem' in outcome) return outcome;
  const { over, under } = outcome.value;
  return { value: shortest(divideRounded(over * 10n ** BigInt(scale), under), scale) };
}

/** A formula as it is kept: without "=" and blanks, with points and the signs + - * /. Null for a number alone, and for what cannot be read. */
export function keptFormula(formula: string): string | null {
  const read = tokens(formula);
  if (read === null || read.length > LONGEST_FORMULA) return null;
  const signs = read.filter((token) => 'sign' in token);
  const isNumber = signs.length === read.length - 1 && signs.every(({ sign }, at) => sign === '-' && at === 0);
  return isNumber ? null : read.map((token) => ('number' in token ? token.number : token.sign)).join('');
}

/** As a spreadsheet calculates it: in doubles. */
const DOUBLES: Arithmetic<number> = {
  number: Number,
  negated: (value) => -value,
  hundredth: (value) => value / 100,
  joined: (sign, one, other) => {
    if (sign === '/') return other === 0 ? null : one / other;
    return sign === '*' ? one * other : sign === '+' ? one + other : one - other;
  },
};

/** The value a spreadsheet works out of a formula, as a double; null where it works out none. */
export function inDoubles(formula: string): number | null {
  const outcome = calculated(formula, DOUBLES);
  return 'value' in outcome && Number.isFinite(outcome.value) ? outcome.value : null;
}

/** A number as it was entered: its value, and the formula that gives it. The text has passed the rule of its field. */
interface Entered {
  readonly value: string;
  readonly formula: string | null;
}
export function entered(text: string, scale: number): Entered {
  if (!isFormula(text)) return { value: text, formula: null };
  const outcome = formulaValue(text, scale);
  if ('problem' in outcome) throw new RangeError(`"${text}" has no value`);
  return { value: outcome.value, formula: keptFormula(text) };
}

/** The formulas of a row after some of its numbers are set: a number set without a formula has none. */
export function formulasAfter(before: RowFormulas | undefined, set: Readonly<Partial<Record<RowNumber, string | null>>>): RowFormulas {
  const after = { ...before, ...set };
  const kept = ROW_NUMBERS.flatMap((field) => {
    const formula = after[field];
    return formula ? [[field, formula] as const] : [];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
const written = (formulas: RowFormulas | undefined) => ROW_NUMBERS.map((field) => formulas?.[field] ?? '').join('=');
export const haveSameFormulas = (one: RowFormulas | undefined, other: RowFormulas | undefined): boolean => written(one) === written(other);
