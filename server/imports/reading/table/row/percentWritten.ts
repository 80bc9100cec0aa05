/** The percent that a line of overheads or taxes names. */
import { parse, SCALE } from '../../../../../domain/decimal.ts';
import { isPercent } from '../../../../../domain/percents.ts';
import { saysCost, saysTax } from '../cell/totalsWords.ts';
import { isNonZero, numberOf, type RowValues, UNIT_PRICES } from './values.ts';

/** A hyphen that joins the percent to a word or a number is not a minus. */
const WRITTEN = /((?:(?<![\p{L}\d])-)?\d+(?:[.,]\d+)?)\s*%/u;
const BARE = /^-?\d{1,3}([.,]\d+)?$/;

const textsOf = ({ label, row }: RowValues) => [label, ...row.cells.map(({ text }) => text)];

/** Whether a percent sign stands in a row. */
export const showsPercent = (values: RowValues): boolean => textsOf(values).some((text) => text.includes('%'));

/** Whether the quantity of a row is a percent: by its unit, or because overheads and taxes are measured in nothing else. */
export const isBesidePercent = (values: RowValues): boolean =>
  values.unit === '%' ||
  (values.unit === '' &&
    UNIT_PRICES.every((field) => !isNonZero(numberOf(values, field))) &&
    (saysTax(values.label) || saysCost(values.label)));

/** The percent a line names, at scale 4: in its words, in a cell shown as percent, or beside a unit of "%". */
export function percentIn(values: RowValues): bigint | null {
  const { unit } = values;
  const written = textsOf(values)
    .map((text) => WRITTEN.exec(text)?.[1])
    .find((text) => text !== undefined);
  const beside = isBesidePercent(values) ? values.cells().quantity : BARE.test(unit) ? unit : undefined;
  const text = (written ?? beside)?.replace(',', '.');
  const percent = text === undefined ? null : parse(text, SCALE.percent);
  return percent === null || percent === 0n || !isPercent(percent) ? null : percent;
}
