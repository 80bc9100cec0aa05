/** Estimates to write as files for other programs. */
import fc from 'fast-check';
import { addUp, rowSums, type Sums, toAmounts } from '../../../domain/amounts.ts';
import type { Line, Row } from '../../../domain/api/shapes.ts';
import { canonical, exact, fixed, SCALE, shortest } from '../../../domain/decimal.ts';
import type { ExchangedEstimate } from '../../../domain/exchange/estimate.ts';
import { type Percents, summarise } from '../../../domain/summary.ts';

interface MadeRow {
  readonly kind: 'row' | 'section';
  readonly code?: string;
  readonly name: string;
  readonly unit?: string;
  readonly quantity?: string;
  readonly unit_labour?: string;
  readonly unit_materials?: string;
  readonly unit_tools?: string;
}
interface MadeLine {
  readonly name: string;
  /** Of all, or of labour, materials and tools. */
  readonly percents: string | readonly [string, string, string];
}
export interface MadeEstimate {
  readonly lists: readonly { readonly title: string; readonly rows: readonly MadeRow[] }[];
  readonly additional?: readonly MadeLine[];
  readonly taxes?: readonly MadeLine[];
}

const six = (text: string | undefined) => exact(text ?? '0', SCALE.quantity);
const percentsOf = ({ percents }: MadeLine): Percents => {
  const [labour, materials, tools] = typeof percents === 'string' ? [percents, percents, percents] : percents;
  const four = (text: string) => exact(text, SCALE.percent);
  return typeof percents === 'string'
    ? { form: 'uniform', total: four(percents) }
    : { form: 'by component', labour: four(labour), materials: four(materials), tools: four(tools) };
};
const lineOf = ({ name, percents }: MadeLine, sums: Sums, at: number): Line =>
  ({
    id: at + 1,
    order: at,
    name,
    percent_total: typeof percents === 'string' ? percents : null,
    percent_labour: typeof percents === 'string' ? null : percents[0],
    percent_materials: typeof percents === 'string' ? null : percents[1],
    percent_tools: typeof percents === 'string' ? null : percents[2],
    ...toAmounts(sums),
  }) as Line;

export function exchanged({ lists, additional = [], taxes = [] }: MadeEstimate): ExchangedEstimate {
  const all = lists.map(({ title, rows }, at) => {
    const costed = rows.map((row, place) => {
      const prices = { labour: six(row.unit_labour), materials: six(row.unit_materials), tools: six(row.unit_tools) };
      const sums = row.kind === 'section' ? rowSums(0n, prices) : rowSums(six(row.quantity), prices);
      const text = (value: bigint) => shortest(value, SCALE.unitPrice);
      const wire = {
        id: place + 1,
        list_id: at + 1,
        order: place,
        kind: row.kind,
        code: row.code ?? '',
        name: row.name,
        unit: row.unit ?? '',
        quantity: canonical(row.quantity ?? '0'),
        unit_labour: text(prices.labour),
        unit_materials: text(prices.materials),
        unit_tools: text(prices.tools),
        unit_total: text(prices.labour + prices.materials + prices.tools),
        revision: 0,
        ...toAmounts(sums),
      } as Row;
      return { wire, sums };
    });
    const sums = addUp(costed.map((row) => row.sums));
    return { costs: { id: at + 1, order: at, title, ...toAmounts(sums) }, rows: costed.map(({ wire }) => wire), sums };
  });
  const made = summarise(
    all.map(({ sums }) => sums),
    additional.map(percentsOf),
    taxes.map(percentsOf),
  );
  return {
    heading: 'Harbour · Version 1',
    projectName: 'Harbour',
    currency: 'EUR',
    date: '2026-11-30',
    additionalCosts: 'Additional costs',
    summary: {
      costs: all.map(({ costs }) => costs),
      subtotal: toAmounts(made.subtotal),
      additional: additional.map((line, at) => lineOf(line, made.additional[at] ?? made.subtotal, at)),
      total: toAmounts(made.total),
      taxes: taxes.map((line, at) => lineOf(line, made.taxes[at] ?? made.total, at)),
      total_with_taxes: toAmounts(made.totalWithTaxes),
    } as ExchangedEstimate['summary'],
    lists: all.map(({ costs, rows }) => ({ costs, rows })) as ExchangedEstimate['lists'],
  };
}

const NAMES = [
  'Kopā',
  'PVN 21 %',
  'Tabique de ladrillo ½ pie',
  '=SUM(A1)',
  'a\nb',
  '  ',
  '<p>&amp;</p>',
  'a~b|c\\d',
  'Стена',
  '𝔸 pile',
  ']]>',
  '"x"',
  '€ – “q”',
];
/** Up to so many digits after the point. */
const decimal = (digits: number, most: number) =>
  fc.tuple(fc.integer({ min: -most, max: most }), fc.integer({ min: 0, max: digits })).map(([whole, scale]) => fixed(BigInt(whole), scale));
const sixDigits = (most: number) => fc.integer({ min: -most * 10 ** 6, max: most * 10 ** 6 }).map((whole) => shortest(BigInt(whole), 6));
const anyName = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }));
const anyRow = fc.record({
  kind: fc.constantFrom('row' as const, 'row' as const, 'row' as const, 'section' as const),
  code: fc.oneof(fc.constantFrom('', '1.10', '01', 'E01', '01.0010'), fc.string({ maxLength: 24 })),
  name: anyName,
  unit: fc.constantFrom('m2', 'm³', '%', '100 m2', ''),
  quantity: fc.oneof(decimal(3, 10 ** 5), sixDigits(100), sixDigits(100_000)),
  unit_labour: fc.oneof(decimal(2, 10 ** 5), sixDigits(1_000)),
  unit_materials: fc.oneof(decimal(2, 10 ** 5), sixDigits(100_000)),
  unit_tools: fc.constantFrom('0', '0.000001', '-4.5'),
});
const percent = fc.constantFrom('0', '5', '21', '-3.5', '12.3456', '100');
const anyLine = fc.record({ name: anyName, percents: fc.oneof(percent, fc.tuple(percent, percent, percent)) });
export const anyEstimate: fc.Arbitrary<MadeEstimate> = fc.record({
  lists: fc.array(fc.record({ title: fc.oneof(fc.constant(''), anyName), rows: fc.array(anyRow, { maxLength: 12 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  additional: fc.array(anyLine, { maxLength: 3 }),
  taxes: fc.array(anyLine, { maxLength: 2 }),
});
