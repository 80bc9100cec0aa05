/** The terms of a project's payments, and the certificates made under them (docs/domain.md, Certificates). */
import * as v from 'valibot';
import { parse, SCALE } from '../decimal.ts';
import { percentOutOfBounds } from '../sentences/numbers.ts';
import { ruleText } from '../sentences/rules.ts';
import { LIMIT_FORMS, TAXED } from '../terms.ts';
import { VersionName } from './contractShapes.ts';
import { Day } from './days.ts';
import * as f from './fields.ts';
import { CalendarDate, Id, Nullable, Price, Timestamp } from './scalars.ts';
import { Sentence } from './sentences.ts';

const base = v.pipe(
  v.picklist(['net', 'gross']),
  v.description('What rates, limits and thresholds are of: the total, or the total with taxes'),
);
const taxes = v.pipe(v.picklist(TAXED), v.description('On all work certified, or on what retention and advance leave of it'));
const PAID_ON = 'The day it was paid apart from the certificates; null where a certificate pays it';
const form = v.picklist(LIMIT_FORMS);
const LIMIT = 'A sum of money, or a percent of the contract';

/** Terms as people send them. */
export const TermsFields = v.object({
  base,
  retention: v.nullable(
    v.object({
      rate: f.Rate,
      limit: v.nullable(
        v.pipe(
          v.object({ form, value: f.Money }),
          v.check(
            ({ form: of, value }) => of === 'amount' || (parse(value, SCALE.money) ?? 0n) <= 10_000n,
            ruleText(percentOutOfBounds({ min: 0, max: 100 })),
          ),
          v.description(LIMIT),
        ),
      ),
    }),
  ),
  advance: v.nullable(
    v.object({ amount: f.Money, rate: f.Rate, threshold: f.Rate, paid_on: v.pipe(v.nullable(Day), v.description(PAID_ON)) }),
  ),
  taxes,
});
/** The same in answers. */
const TermsAnswered = v.object({
  base,
  retention: Nullable(v.object({ rate: Price, limit: Nullable(v.pipe(v.object({ form, value: Price }), v.description(LIMIT))) })),
  advance: Nullable(
    v.object({ amount: Price, rate: Price, threshold: Price, paid_on: v.pipe(Nullable(CalendarDate), v.description(PAID_ON)) }),
  ),
  taxes,
});
export const ProjectTerms = v.object({
  id: v.pipe(Nullable(Id), v.description('Null while the project has none')),
  terms: TermsAnswered,
  made_at: Nullable(Timestamp),
  made_by: v.string(),
});

/** A figure of a certificate that is not issued, before and after a change of terms. */
const Moved = v.object({ old: Price, new: Price });
export const TermsMove = v.object({
  act_id: Id,
  number: v.pipe(v.string(), v.description('Of the act')),
  version_number: v.number(),
  kept: Moved,
  recovered: Moved,
  due: Moved,
});

/** A figure of the contract, up to the certificate before, up to this one, and between the two. */
const Figures = v.object({ contract: Price, before: Price, to_date: Price, now: Price });

/** A version of the contract. */
const OfVersion = v.object({ id: Id, number: v.number() });

export const CERTIFICATE_KINDS = ['act', 'release', 'advance'] as const;
const entries = {
  id: v.pipe(Nullable(Id), v.description('Null until it is issued')),
  kind: v.picklist(CERTIFICATE_KINDS),
  number: v.pipe(v.string(), v.description('Unique in the project; until it is issued, the next that is free')),
  date: v.pipe(Nullable(CalendarDate), v.description('The day it was issued for')),
  act: v.pipe(Nullable(v.object({ id: Id, number: v.string() })), v.description('Null for a release and an advance')),
  amount: v.pipe(Nullable(Price), v.description('What is released or paid in advance; null for an act')),
  kept: v.pipe(Price, v.description('K: retention kept back now')),
  recovered: v.pipe(Price, v.description('V: the advance recovered to date')),
  due: v.pipe(Price, v.description('Due now; negative when the contractor owes it')),
  paid: Nullable(v.object({ on: CalendarDate, amount: Price })),
  blocked: v.pipe(Nullable(Sentence), v.description('Why it cannot be issued now; null for one that is issued')),
};
/** A certificate in the list of its contract. */
export const CertificateBrief = v.object({
  ...entries,
  version: VersionName,
  work_now: v.pipe(Price, v.description('Work certified by it, with taxes')),
});

/** The payment sheet: work to date, less what is kept back and recovered, less what was due before. */
export const CertificateSheet = v.object({
  ...entries,
  project: v.object({ id: Id, name: v.string() }),
  version: OfVersion,
  currency: v.string(),
  terms_id: Nullable(Id),
  terms: TermsAnswered,
  lists: v.array(v.object({ id: Id, title: v.string(), ...Figures.entries })),
  additional: v.array(v.object({ name: v.string(), percent_total: Nullable(Price), ...Figures.entries })),
  carried: v.optional(
    v.pipe(
      v.array(
        v.object({
          from: OfVersion,
          ...Figures.entries,
          gross: v.pipe(Price, v.description('With taxes')),
          taxes: v.pipe(
            v.array(v.object({ name: v.string(), percent_total: Nullable(Price), amount: Price })),
            v.description('Of that version'),
          ),
        }),
      ),
      v.description(
        'What each earlier version of the contract settled, without taxes: fixed money. Left out in a version that carried nothing',
      ),
    ),
  ),
  revaluation: v.optional(
    v.pipe(
      v.object({ from: OfVersion, ...Figures.entries, gross: Figures }),
      v.description(
        'By how much another version moved the value of work certified before, without taxes and with them: now in the first certificate of an act after carrying. Before lists of a version what is done at its prices, less this, is what was certified',
      ),
    ),
  ),
  original: v.optional(v.pipe(v.object({ net: Price, gross: Price }), v.description('S(q): left out where no extras are approved'))),
  extras: v.optional(
    v.pipe(v.object({ rows: v.number(), net: Price, gross: Price }), v.description('S(q + Σe) − S(q), and the rows that have some')),
  ),
  net: Figures,
  taxes: v.array(
    v.object({
      name: v.string(),
      percent_total: Nullable(Price),
      ...Figures.entries,
      payable: v.pipe(Price, v.description('Of what the terms tax, to date')),
      payable_before: Price,
      settled: v.optional(v.pipe(Price, v.description('Of it, the part of what earlier versions settled'))),
      revaluation: v.optional(v.pipe(Price, v.description('The part of the revaluation'))),
      rate: v.optional(
        v.pipe(Price, v.description('The percent it takes of payments, where that is another: 0 for a tax of another version')),
      ),
    }),
  ),
  gross: Figures,
  work: v.pipe(Price, v.description('W: the figure the terms are of, to date')),
  limit: v.pipe(Nullable(Price), v.description('The most that is kept back')),
  retained: v.pipe(Price, v.description('H: retention to date, released since or not')),
  released: v.pipe(Price, v.description('Retention paid out to date')),
  advance: v.pipe(Price, v.description('The advance, where a certificate has paid it')),
  payable: v.pipe(Price, v.description('N: payable to date')),
  due_before: v.pipe(Price, v.description('What earlier certificates said was due')),
  issued: Nullable(v.object({ at: Timestamp, by: v.string() })),
  is_latest: v.pipe(v.boolean(), v.description('No later one of the contract has been issued')),
  acts_after: v.pipe(v.number(), v.description('Acts of the contract after this one, whatever their status')),
});

/** The payments of a contract, over all its versions. */
export const Ledger = v.object({
  version_id: v.pipe(Id, v.description('Its latest version')),
  version_number: v.number(),
  versions: v.pipe(v.array(VersionName), v.description('Of the contract, in the order in which they carry on one another')),
  project_id: Id,
  currency: v.string(),
  terms: ProjectTerms,
  contract: v.pipe(v.object({ net: Price, gross: Price }), v.description('The latest version with its extras, and what was settled')),
  extras: v.pipe(v.object({ net: Price, gross: Price }), v.description('Of it, approved extras')),
  settled: v.pipe(v.object({ net: Price, gross: Price }), v.description('Of it, what earlier versions settled')),
  certified: v.pipe(v.object({ net: Price, gross: Price }), v.description('By the certificates issued')),
  kept: Price,
  released: Price,
  advance: v.object({ paid: Price, recovered: Price, left: Price }),
  due: v.pipe(Price, v.description('By all certificates issued')),
  paid: Price,
  certificates: v.pipe(
    v.array(CertificateBrief),
    v.description('In their order: those issued, then the acts that have none, with the figures they would have'),
  ),
});

export type TermsFields = v.InferOutput<typeof TermsFields>;
export type ProjectTerms = v.InferOutput<typeof ProjectTerms>;
export type TermsMove = v.InferOutput<typeof TermsMove>;
export type CertificateBrief = v.InferOutput<typeof CertificateBrief>;
export type CertificateSheet = v.InferOutput<typeof CertificateSheet>;
export type Ledger = v.InferOutput<typeof Ledger>;
