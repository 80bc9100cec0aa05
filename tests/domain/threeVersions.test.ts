/** The contract of three versions in docs/domain.md, worked out by hand, by the product, and as the document shows it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLUMNS, type Figures, figuresOfThread } from '../../domain/contractFigures.ts';
import type { ContractRow, ContractVersion } from '../../domain/contractThreads.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { wholeContract } from '../../domain/wholeContract.ts';
import { ACTS, COLUMNS as BY_HAND, contractByHand, EXTRAS, type Line, ROWS, VERSIONS } from '../fixtures/threeVersions.ts';

const quantity = (value: number) => exact(String(value), SCALE.quantity);
const line = (name: string, percent: string) => ({ name, percents: { form: 'uniform' as const, total: exact(percent, SCALE.percent) } });
const shown = (figures: Figures) => Object.fromEntries(COLUMNS.map((column) => [column, fixed(figures[column], SCALE.money)]));

/** The versions as the product computes them; each begins with the work done before, up to its own quantity. */
function versions(): ContractVersion[] {
  let done = new Map<string, bigint>();
  return VERSIONS.map((rows, at) => {
    const before = done;
    const own = ROWS.flatMap(([list, name], place): ContractRow[] => {
      const given = rows[name];
      if (given === null) return [];
      const whole = quantity(given.quantity);
      const was = before.get(name) ?? 0n;
      const carried = was > whole ? whole : was;
      const own = ACTS.filter((act) => act.version === at).reduce((sum, act) => sum + quantity(act.done[name] ?? 0), carried);
      return [
        {
          ...{ id: at * 10 + place + 1, list, key: name, quantity: whole, extra: quantity(EXTRAS[at]?.[name] ?? 0), carried, done: own },
          prices: { labour: 0n, materials: exact(String(given.price), SCALE.unitPrice), tools: 0n },
        },
      ];
    });
    done = new Map(own.map(({ key, done: now }) => [key, now]));
    return { lists: ['Walls', 'Roof'], rows: own, additional: [line('Overheads', '10')], taxes: [line('VAT', '20')] };
  });
}

test('three versions, five acts and two extras give the figures worked out by hand, in every cell', () => {
  const { threads, table } = wholeContract(versions(), [new Map(), new Map()]);
  const byHand = contractByHand();
  const rows = Object.fromEntries(threads.map((thread) => [thread.find((row) => row !== undefined)?.key, shown(figuresOfThread(thread))]));
  expect(rows).toEqual(byHand.rows);
  expect(Object.fromEntries(table.lists.map(({ title, figures }) => [title, shown(figures)]))).toEqual(byHand.lists);
  expect(shown(table.subtotal)).toEqual(byHand.subtotal);
  expect(table.additional.map(({ figures }) => shown(figures))).toEqual([byHand.overheads]);
  expect(shown(table.total)).toEqual(byHand.total);
  expect(table.taxes.map(({ figures }) => shown(figures))).toEqual([byHand.vat]);
  expect(shown(table.totalWithTaxes)).toEqual(byHand.total_with_taxes);
});

test('docs/domain.md shows these figures', () => {
  const { rows, lists, ...sums } = contractByHand();
  const document = readFileSync('docs/domain.md', 'utf8').replaceAll(/ +/g, ' ').replaceAll(',', '').replaceAll('−', '-');
  const cells = (of: Line) => BY_HAND.map((column) => of[column]).join(' | ');
  for (const [name, of] of Object.entries({ ...rows, ...lists })) expect(document).toContain(`| ${name} | ${cells(of)} |`);
  for (const of of Object.values(sums)) expect(document).toContain(`| ${cells(of)} |`);
});
