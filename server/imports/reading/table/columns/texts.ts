/** The columns of words: name, unit and code. Cells outrank the header, because a header can stand one column off. */
import { normalized } from '../cell/words.ts';
import { type Contents, contentsOf, isRunningColumn } from '../evidence/contents.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { byWorth, type Choice, choiceOf, worth } from './choice.ts';

/** Where a name and a description are side by side, the name is taken. */
const TITLES =
  /^(name|nosaukums|названи[ея]|наименование|назва|kurztext|bezeichnung|designation|resumen|nazwa|pavadinimas|nimetus|nimike|benamning|denumire|naziv|наименование|uraian)$/;
const TITLE = 0.25;
/** A column of units or codes names nothing, even under the word "description". */
const UNITS_NAME_NOTHING = 1.5;
const CODES_NAME_NOTHING = 0.8;
const MOSTLY = 0.6;
/** Codes of sections repeat on their rows. */
const OFTEN_REPEATED = 0.3;
/** Taken off a column whose header names something else. */
const OTHERWISE = 0.5;
/** The share of words in a column of numbers, such as a total's label. */
const FEW = 0.1;

/** The description: the header names it and the cells below hold words. Longer and more varied words make it likelier. */
export function nameColumn(header: readonly HeaderColumn[], sample: Sample): Choice | null {
  const evidence = (column: HeaderColumn) => {
    const contents = contentsOf(sample, column.column);
    const named =
      column.means.top === 'name'
        ? worth(column)
        : -column.means.elsewhere - OTHERWISE * column.means.score - 0.01 * Math.min(column.column, 40);
    const isTitled = TITLES.test(normalized(column.path.at(-1) ?? ''));
    return named + (isTitled ? TITLE : 0) + worthOfNames(contents, isTitled);
  };
  const candidates = header.filter(({ column, means }) => means.top === 'name' || sample.share(column, 'words') > 0.2);
  const [best] = candidates.map((column) => ({ column, evidence: evidence(column) })).sort((a, b) => b.evidence - a.evidence);
  return best === undefined || (best.column.means.top !== 'name' && best.evidence <= 0) ? null : choiceOf(best.column);
}

/** The names of products are often codes themselves. */
function worthOfNames({ words, length, units, codes, distinct, links }: Contents, isTitled: boolean): number {
  return (
    words * 0.6 +
    Math.min(length, 60) / 300 +
    distinct * 0.2 -
    (units >= MOSTLY ? UNITS_NAME_NOTHING : 0) -
    (codes >= MOSTLY && !isTitled ? CODES_NAME_NOTHING : 0) -
    (links >= MOSTLY ? UNITS_NAME_NOTHING : 0)
  );
}

/** The unit: a column of words that the header names, or a column whose texts are units of measurement. */
export function unitColumn(header: readonly HeaderColumn[], sample: Sample, taken: ReadonlySet<number>): Choice | null {
  const free = header.filter(({ column }) => !taken.has(column));
  const evidence = (column: HeaderColumn) => {
    const { units, words } = contentsOf(sample, column.column);
    const isOfNumbers = sample.share(column.column, 'number') > words;
    return (column.means.top === 'unit' ? worth(column) - (isOfNumbers ? 1 : 0) : -column.means.elsewhere) + units;
  };
  const candidates = free.filter(({ column, means }) => {
    if (means.top === 'unit') return true;
    const { units, words } = contentsOf(sample, column);
    return units >= MOSTLY && words > 0.1;
  });
  const [best] = candidates.map((column) => ({ column, evidence: evidence(column) })).sort((a, b) => b.evidence - a.evidence);
  return best === undefined ? null : choiceOf(best.column);
}

/** The code: the column that the header names, else the running number, else a column whose cells are codes. A named column without cells is ignored. */
export function codeColumn(header: readonly HeaderColumn[], sample: Sample, taken: ReadonlySet<number>, name: number): Choice | null {
  const free = header.filter(({ column }) => !taken.has(column));
  const filled = ({ column }: HeaderColumn) => sample.cells(column).length;
  const of = (top: 'code' | 'number') => byWorth(free.filter(({ means }) => means.top === top));
  const isCode = ({ means, column }: HeaderColumn) =>
    means.top === 'name' && (isOfCodes(sample, column) || (column < name && isOfNumbersOrLetters(sample, column)));
  const named = [...of('code'), ...of('number'), ...free.filter(isCode)];
  const silent = free.filter(({ means, column }) => means.top === null && means.elsewhere === 0 && isOfCodes(sample, column));
  const [first] = named;
  const fullest = silent.sort((a, b) => filled(b) - filled(a))[0];
  if (first === undefined) return fullest === undefined ? null : choiceOf(fullest);
  const best = named.find((column) => filled(column) > 0) ?? first;
  return choiceOf(fullest !== undefined && filled(best) < filled(fullest) * MOSTLY ? fullest : best);
}

/** 1.1, 2.10 or A left of the names, under a word such as "Item" that may also head names. */
function isOfNumbersOrLetters(sample: Sample, column: number): boolean {
  const texts = sample.cells(column).map(({ text }) => text.trim());
  const short = texts.filter((text) => /^(\p{Lu}{0,2}[.-]?\d{1,4}([.\-/]\d{1,4}){0,3}|\p{Lu}{1,2}|\p{L}(?=[.)]))[.)]?$/u.test(text)).length;
  return texts.length >= 2 && short >= texts.length * 0.8 && contentsOf(sample, column).distinct >= OFTEN_REPEATED;
}

/** Different codes, some of them in parts: a price or a quantity is not written 1.2.3. */
function isOfCodes(sample: Sample, column: number): boolean {
  const { codes, distinct, words } = contentsOf(sample, column);
  const inParts = sample.cells(column).filter(({ text }) => /\d[.\-/]\d+[.\-/]\d|^\p{L}+[.-]?\d/u.test(text.trim())).length;
  return codes >= 0.8 && ((distinct >= OFTEN_REPEATED && inParts >= 2) || (words < FEW && isRunningColumn(sample, column)));
}
