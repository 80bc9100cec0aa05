/**
 * The payment sheet line by line, from the contract to what is due, each with the reason for its figure (docs/domain.md, Certificates). The order is
 * that of the G702: contract, work to date, retention, previous certificates, due, balance. Screen, print and workbook show these lines.
 */
import type { CertificateSheet } from './api/certificateShapes.ts';
import type { SheetFigures } from './certificateSheet.ts';
import { isPending, rateOf } from './contractWork.ts';
import { cents, divideRounded, exact, fromCents, greatest, least, percentOf, SCALE, shortest, WHOLE_PERCENT } from './decimal.ts';
import { money, withMinus } from './numbers.ts';
import type { Code } from './sentences/catalogue.ts';
import * as say from './sentences/certificateLines.ts';
import type { Sentence } from './sentences/sentence.ts';

/** The figures of a sheet that its lines are made of. */
export type LinedSheet = Omit<SheetFigures, 'lists' | 'additional' | 'version'> &
  Pick<CertificateSheet, 'terms'> &
  Partial<Pick<CertificateSheet, 'version'>>;

export interface CertificateLine {
  /** Unique in its sheet. */
  readonly key: string;
  /** Its number on the form, 1 to 9; null for a line between two of them. */
  readonly number: number | null;
  readonly label: Sentence<Code>;
  /** Money as text. What is taken off is negative. */
  readonly figure: string;
  readonly explained: Sentence<Code>;
  /** `added` lines add up to the next `sum`; `shown` lines are not part of it. */
  readonly role: 'added' | 'sum' | 'shown';
}

const percentIn = (text: string): bigint => exact(text, SCALE.percent);
const moneyText = (amount: bigint): string => withMinus(money(fromCents(amount)));
const rateText = (rate: string): string => shortest(percentIn(rate), SCALE.percent);
const both = (first: Sentence<Code>, then: Sentence<Code> | null): Sentence<Code> => (then === null ? first : say.andThen({ first, then }));

/** A percent of the contract as money. It may have more digits than money, and none of them is left out. */
function shareText(whole: bigint, rate: string): string {
  const [units = '0', fraction = ''] = shortest(whole * percentIn(rate), SCALE.money + SCALE.percent + 2).split('.');
  return withMinus(money(`${units}.${fraction.padEnd(2, '0')}`));
}

function keptExplained({ terms, work, limit, retained, released, kept }: LinedSheet): Sentence<Code> {
  const less =
    cents(released) === 0n
      ? null
      : say.lessReleased({ base: moneyText(cents(retained)), less: moneyText(cents(released)), gives: moneyText(cents(kept)) });
  if (terms.retention === null) return less ?? say.nothingKept();
  const { rate, limit: agreed } = terms.retention;
  const gives = percentOf(cents(work), percentIn(rate));
  const share = { rate: rateText(rate), base: moneyText(cents(work)), gives: moneyText(gives) };
  let explained: Sentence<Code> = say.shareOf(share);
  let byRate = gives;
  if (limit !== null && agreed !== null) {
    const limited = { ...share, limit: moneyText(cents(limit)) };
    explained = agreed.form === 'amount' ? say.shareUpTo(limited) : say.shareUpToShare({ ...limited, percent: rateText(agreed.value) });
    byRate = least(gives, cents(limit));
  }
  const floor = greatest(0n, cents(released));
  return both(both(explained, byRate < floor ? say.noLessThan({ floor: moneyText(floor) }) : null), less);
}

function recoveredExplained({ terms: { advance, base }, recovered, work, net, gross }: LinedSheet): Sentence<Code> {
  if (advance === null) return say.noAdvance();
  const contract = cents((base === 'net' ? net : gross).contract);
  const beyond = greatest(0n, cents(work) * WHOLE_PERCENT - contract * percentIn(advance.threshold));
  const gives = divideRounded(beyond * percentIn(advance.rate), WHOLE_PERCENT * WHOLE_PERCENT);
  const amount = cents(advance.amount);
  if (least(amount, gives) !== cents(recovered)) return say.advanceUnpaid();
  const threshold = shareText(contract, advance.threshold);
  const worth = moneyText(cents(work));
  if (beyond === 0n) return say.notBeyond({ base: worth, percent: rateText(advance.threshold), limit: threshold });
  const share = { rate: rateText(advance.rate), base: worth, gives: moneyText(gives) };
  const explained = percentIn(advance.threshold) === 0n ? say.shareOf(share) : say.shareBeyond({ ...share, less: threshold });
  return both(explained, gives > amount ? say.mostIsAdvance({ limit: moneyText(amount) }) : null);
}

type SheetTax = LinedSheet['taxes'][number];
/** Explains a tax as its percent of an amount; null where that percent does not give the tax. */
function percentExplained({ percent_total }: SheetTax, base: bigint, gives: bigint): Sentence<Code> | null {
  if (percent_total === null || percentOf(base, percentIn(percent_total)) !== gives) return null;
  return say.shareOf({ rate: rateText(percent_total), base: moneyText(base), gives: moneyText(gives) });
}

/** The value of the version's own work, without settled work and without a revaluation that is not certified yet. */
function ownWork({ net, carried = [], revaluation }: LinedSheet): bigint {
  const settled = carried.reduce((sum, each) => sum + cents(each.to_date), 0n);
  return cents(net.to_date) - settled - cents(revaluation?.to_date ?? '0');
}

function workTaxExplained(tax: SheetTax, sheet: LinedSheet): Sentence<Code> {
  const gives = cents(tax.to_date);
  const rate = rateOf(tax);
  const byPercent = rate === null || rate === 0n ? null : percentExplained(tax, cents(sheet.net.to_date), gives);
  if (byPercent !== null) return byPercent;
  if (sheet.revaluation !== undefined && isPending(sheet.revaluation)) return say.taxAsCertified();
  const settled = cents(tax.settled ?? '0');
  if (tax.rate !== undefined) return say.earlierTax();
  const base = ownWork(sheet);
  if (rate === null || settled === 0n || percentOf(base, rate) + settled !== gives)
    return percentExplained(tax, cents(sheet.net.to_date), gives) ?? say.byComponents();
  return say.taxAndSettled({
    rate: rateText(tax.percent_total ?? '0'),
    base: moneyText(base),
    gives: moneyText(gives - settled),
    plus: moneyText(settled),
  });
}

function paymentTaxExplained(tax: SheetTax, net: LinedSheet['net'], payment: bigint): Sentence<Code> {
  const gives = cents(tax.payable);
  const rate = rateOf(tax);
  if (rate !== null) {
    if (tax.rate !== undefined && rate === 0n) return say.earlierTax();
    const own = percentOf(payment, rate);
    const share = { rate: shortest(rate, SCALE.percent), base: moneyText(payment), gives: moneyText(own) };
    return own === gives ? say.shareOf(share) : say.taxOfPayment({ ...share, plus: moneyText(gives - own) });
  }
  const [whole, base] = cents(net.to_date) === 0n ? [tax.contract, net.contract] : [tax.to_date, net.to_date];
  if (cents(base) === 0n) return say.noTaxYet();
  return say.inProportion({
    plus: moneyText(cents(whole)),
    base: moneyText(cents(base)),
    gives: moneyText(gives),
    limit: moneyText(payment),
  });
}

/** A line without its figure. */
interface LineTexts {
  readonly key: string;
  /** Absent for a line without a number on the form. */
  readonly number?: number;
  readonly label: Sentence<Code>;
  readonly explained: Sentence<Code>;
}
/** Collects lines and keeps the sum of the added ones. */
class Lines {
  readonly #lines: CertificateLine[] = [];
  #sum = 0n;

  get sum(): bigint {
    return this.#sum;
  }
  get all(): readonly CertificateLine[] {
    return this.#lines;
  }
  #put(role: CertificateLine['role'], { key, number, label, explained }: LineTexts, amount: bigint): void {
    this.#lines.push({ key, number: number ?? null, label, figure: fromCents(amount), explained, role });
  }
  show(amount: bigint, texts: LineTexts): void {
    this.#put('shown', texts, amount);
  }
  add(amount: bigint, texts: LineTexts): void {
    this.#sum += amount;
    this.#put('added', texts, amount);
  }
  sumUp(texts: LineTexts): void {
    this.#put('sum', texts, this.#sum);
  }
}

/** The contract: the version as agreed, its extras, and what was settled before it. */
function showContract(lines: Lines, { terms, net, gross, original, extras, carried, version }: LinedSheet): bigint {
  const isTaxed = terms.taxes === 'on work';
  const taxes = isTaxed ? say.withTaxes() : say.withoutTaxes();
  const settled = (carried ?? []).map(({ from, to_date, gross: taxed }) => ({ from, net: cents(to_date), gross: cents(taxed) }));
  const whole = { net: cents(net.contract), gross: cents(gross.contract) };
  const ownOf = (figure: 'net' | 'gross') => settled.reduce((rest, each) => rest - each[figure], whole[figure]);
  const agreed =
    original === undefined ? { net: ownOf('net'), gross: ownOf('gross') } : { net: cents(original.net), gross: cents(original.gross) };
  const amount = (figures: typeof whole): bigint => (isTaxed ? figures.gross : figures.net);

  const added = { base: moneyText(agreed.net), plus: moneyText(agreed.gross - agreed.net), gives: moneyText(agreed.gross) };
  const label =
    carried === undefined || version === undefined ? say.originalLine({ taxes }) : say.versionLine({ number: version.number, taxes });
  lines.show(amount(agreed), { key: 'original', number: 1, label, explained: isTaxed ? say.taxedContract(added) : say.untaxed() });
  const approved = extras === undefined ? 0n : amount({ net: cents(extras.net), gross: cents(extras.gross) });
  const extrasExplained = extras === undefined ? say.noExtras() : say.someExtras({ count: extras.rows });
  lines.show(approved, { key: 'extras', number: 2, label: say.extrasLine(), explained: extrasExplained });
  const fixedMoney = settled.filter((each) => amount(each) !== 0n);
  for (const each of fixedMoney) {
    const { id, number } = each.from;
    lines.show(amount(each), { key: `settled ${id}`, label: say.settledLine({ number, taxes }), explained: say.settled({ number }) });
  }
  const wholeExplained = carried === undefined ? say.asAgreed() : say.settledAgreed();
  lines.show(amount(whole), { key: 'contract', number: 3, label: say.contractLine({ taxes }), explained: wholeExplained });
  return amount(whole);
}

/** Shows by how much another version changed the value of the work certified before. */
function showRevaluation(lines: Lines, { terms, revaluation, version, net, gross }: LinedSheet): void {
  if (revaluation === undefined || version === undefined) return;
  const isTaxed = terms.taxes === 'on work';
  const [moved, worth] = isTaxed ? [revaluation.gross, gross] : [revaluation, net];
  const amount = -cents(moved.before);
  const before = cents(worth.before);
  const between = { from: revaluation.from.number, into: version.number };
  const values = { base: moneyText(before), gives: moneyText(before + amount), into: version.number };
  const texts = isPending(revaluation)
    ? { label: say.pendingLine(between), explained: say.revaluedNext(values) }
    : { label: say.revaluationLine(between), explained: say.revalued(values) };
  lines.show(amount, { key: 'revaluation', ...texts });
}

function workExplained({ net, revaluation }: LinedSheet): Sentence<Code> {
  const [before, now, toDate, moved] = [cents(net.before), cents(net.now), cents(net.to_date), cents(revaluation?.now ?? '0')];
  const shares = { base: moneyText(before), gives: moneyText(toDate) };
  return moved === 0n
    ? say.beforeAndNow({ ...shares, plus: moneyText(now) })
    : say.revaluedAndNow({ ...shares, moved: moneyText(moved), plus: moneyText(now - moved) });
}

function addWork(lines: Lines, sheet: LinedSheet): void {
  const { net, gross, taxes, terms } = sheet;
  const toDate = cents(net.to_date);
  const explained = workExplained(sheet);
  const isTaxed = terms.taxes === 'on work';
  const label = say.workLine({ taxes: isTaxed ? say.withTaxes() : say.withoutTaxes() });
  if (!isTaxed || taxes.length === 0) {
    lines.add(toDate, { key: 'work', number: 4, label, explained });
    return;
  }
  lines.add(toDate, { key: 'net', label: say.netLine(), explained });
  for (const [at, tax] of taxes.entries())
    lines.add(cents(tax.to_date), {
      key: `tax ${at}`,
      label: say.workTaxLine({ name: tax.name }),
      explained: workTaxExplained(tax, sheet),
    });
  const whole = cents(gross.to_date);
  const taxed = { base: moneyText(toDate), plus: moneyText(whole - toDate), gives: moneyText(whole) };
  lines.sumUp({ key: 'work', number: 4, label, explained: say.taxedContract(taxed) });
}

function addAdvance(lines: Lines, sheet: LinedSheet): void {
  const [advance, recovered] = [cents(sheet.advance), cents(sheet.recovered)];
  if (advance !== 0n) lines.add(advance, { key: 'advance', label: say.advanceLine(), explained: say.advancePaid() });
  lines.add(-recovered, { key: 'recovered', label: say.recoveredLine(), explained: recoveredExplained(sheet) });
}

/** The lines of a sheet, in their order. The last sum is what is due. */
export function certificateLines(sheet: LinedSheet): readonly CertificateLine[] {
  const { terms, net, taxes } = sheet;
  const isTaxed = terms.taxes === 'on work';
  const lines = new Lines();

  const contract = showContract(lines, sheet);
  addWork(lines, sheet);
  showRevaluation(lines, sheet);
  const work = lines.sum;
  lines.add(-cents(sheet.kept), { key: 'kept', number: 5, label: say.keptLine(), explained: keptExplained(sheet) });
  const afterKept = lines.sum;
  const less = { base: moneyText(work), less: moneyText(work - afterKept), gives: moneyText(afterKept) };
  lines.sumUp({ key: 'after kept', number: 6, label: say.afterKeptLine(), explained: say.differenceOf(less) });

  const hasAdvance = terms.advance !== null || cents(sheet.advance) !== 0n || cents(sheet.recovered) !== 0n;
  if (hasAdvance) addAdvance(lines, sheet);
  if (!isTaxed) {
    const payment = lines.sum;
    if (hasAdvance) lines.sumUp({ key: 'payment', label: say.paymentLine(), explained: say.sumOfAbove() });
    for (const [at, tax] of taxes.entries()) {
      const explained = paymentTaxExplained(tax, net, payment);
      lines.add(cents(tax.payable), { key: `tax ${at}`, label: say.paymentTaxLine({ name: tax.name }), explained });
    }
  }
  if (hasAdvance || (!isTaxed && taxes.length > 0)) lines.sumUp({ key: 'payable', label: say.payableLine(), explained: say.sumOfAbove() });

  const [payable, before] = [lines.sum, cents(sheet.due_before)];
  const beforeExplained = before === 0n ? say.firstCertificate() : say.dueBefore();
  lines.add(-before, { key: 'before', number: 7, label: say.beforeLine(), explained: beforeExplained });
  const due = say.differenceOf({ base: moneyText(payable), less: moneyText(before), gives: moneyText(payable - before) });
  const owed = payable < before ? say.owedBack({ floor: moneyText(before - payable) }) : null;
  lines.sumUp({ key: 'due', number: 8, label: say.dueLine(), explained: both(due, owed) });

  const balance = { base: moneyText(contract), less: moneyText(afterKept), gives: moneyText(contract - afterKept) };
  lines.show(contract - afterKept, { key: 'balance', number: 9, label: say.balanceLine(), explained: say.balanceOf(balance) });
  return lines.all;
}
