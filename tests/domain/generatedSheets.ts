/** Contracts with certificates, generated: the sheets of an advance where one is paid, of acts, and of a release. */
import fc from 'fast-check';
import { plus, rowSums } from '../../domain/amounts.ts';
import type { CertificateSheet, TermsFields } from '../../domain/api/certificateShapes.ts';
import { NOTHING_ISSUED, type SheetFigures, sheetFigures, termsOf } from '../../domain/certificateSheet.ts';
import { exact, fixed, SCALE, shortest } from '../../domain/decimal.ts';
import { type Percents, summarise } from '../../domain/summary.ts';

const percent = (text: string) => exact(text, SCALE.percent);
const rate = fc.bigInt({ min: 0n, max: percent('100') });
const rateText = rate.map((value) => shortest(value, SCALE.percent));
const moneyText = fc.bigInt({ min: 0n, max: 10n ** 8n }).map((value) => fixed(value, SCALE.money));
const percents: fc.Arbitrary<Percents> = fc.oneof(
  fc.record({ form: fc.constant('uniform' as const), total: rate }),
  fc.record({ form: fc.constant('by component' as const), labour: rate, materials: rate, tools: rate }),
);
const terms: fc.Arbitrary<TermsFields> = fc.record({
  base: fc.constantFrom('net', 'gross'),
  retention: fc.option(
    fc.record({
      rate: rateText,
      limit: fc.option(
        fc.oneof(
          fc.record({ form: fc.constant('amount' as const), value: moneyText }),
          fc.record({ form: fc.constant('percent' as const), value: rateText }),
        ),
      ),
    }),
  ),
  advance: fc.option(fc.record({ amount: moneyText, rate: rateText, threshold: rateText, paid_on: fc.constant(null) })),
  taxes: fc.constantFrom('on work', 'on payment'),
});
const price = fc.bigInt({ min: 0n, max: 10n ** 8n });
const row = fc.record({
  quantity: fc.bigInt({ min: -(10n ** 7n), max: 10n ** 8n }),
  prices: fc.record({ labour: price, materials: price, tools: price }),
  parts: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 3, maxLength: 3 }),
});
const contracts = fc.record({
  lists: fc.array(fc.array(row, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
  additional: fc.array(percents, { maxLength: 2 }),
  taxes: fc.array(percents, { maxLength: 2 }),
  terms,
  released: fc.integer({ min: 0, max: 1_000 }),
});
type Contract = typeof contracts extends fc.Arbitrary<infer T> ? T : never;

function sheetsOf({ lists, additional, taxes, terms: said, released }: Contract): CertificateSheet[] {
  const at = (quantityOf: (given: Contract['lists'][number][number]) => bigint) => {
    const costs = lists.map((rows) => rows.map((one) => rowSums(quantityOf(one), one.prices)).reduce(plus));
    return { ...summarise(costs, additional, taxes), lists: costs };
  };
  const named = (kind: string, lines: readonly Percents[]) =>
    lines.map((line, place) => ({
      name: `${kind} ${place}`,
      percent_total: line.form === 'uniform' ? shortest(line.total, SCALE.percent) : null,
    }));
  const [contract, nothing] = [at(({ quantity }) => quantity), at(() => 0n)];
  const made: CertificateSheet[] = [];
  let [issuedSoFar, before] = [NOTHING_ISSUED, nothing];
  const issue = (kind: CertificateSheet['kind'], toDate: typeof nothing, releases = 0n): SheetFigures => {
    const basis = {
      of: {
        ...{ version: { id: 1, number: 1 }, lists: lists.map((_, id) => ({ id, title: id === 1 ? '' : `List ${id}` })) },
        ...{ additional: named('Cost', additional), taxes: named('Tax', taxes), contract, extras: null, settled: null },
      },
      ...{ terms: termsOf(said), before, toDate, certifies: kind === 'act', issuedSoFar, releases },
      ...{ paysAdvance: kind === 'advance', isAdvancePaidApart: false },
    };
    const { figures, issuedSoFar: then } = sheetFigures(basis);
    [issuedSoFar, before] = [then, toDate];
    const number = String(made.length + 1);
    made.push({
      ...{
        id: made.length + 1,
        kind,
        number,
        date: '2026-11-23',
        act: kind === 'act' ? { id: 1, number } : null,
        paid: null,
        blocked: null,
      },
      amount: kind === 'act' ? null : fixed(kind === 'release' ? releases : exact(said.advance?.amount ?? '0', SCALE.money), SCALE.money),
      ...{ project: { id: 1, name: 'Pine Yard' }, currency: '€', terms_id: 1, terms: said },
      ...{ issued: null, is_latest: false, acts_after: 0 },
      ...figures,
    });
    return figures;
  };
  if (said.advance !== null) issue('advance', nothing);
  let kept = '0';
  for (const place of [0, 1, 2])
    ({ kept } = issue(
      'act',
      at(({ quantity, parts }) => (quantity * BigInt(parts[place] ?? 0)) / 1_000n),
    ));
  const releases = (exact(kept, SCALE.money) * BigInt(released)) / 1_000n;
  if (releases > 0n) issue('release', before, releases);
  return made;
}

/** The certificates of one contract, in their order. */
export const generatedSheets: fc.Arbitrary<CertificateSheet[]> = contracts.map(sheetsOf);
