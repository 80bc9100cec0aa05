/** Usual terms of some countries, all of which can be changed (docs/domain.md, Terms to start from, has the sources). */
import type { TermsFields } from './api/certificateShapes.ts';
import { NO_TERMS_FIELDS } from './certificateSheet.ts';
import { cents, divideRounded, fromCents } from './decimal.ts';

export const STARTS = ['none', 'france', 'germany', 'uk', 'ukLower', 'fidic'] as const;
export type Start = (typeof STARTS)[number];

/** The example figures that terms are shown on while a project has no contract. */
export const EXAMPLE_CONTRACT = { net: '100000.00', gross: '100000.00' } as const;

const tenth = (amount: string): string => fromCents(divideRounded(cents(amount), 10n));

/** The terms of a start. A percent that terms hold as a sum is computed from `contract`. */
export function startingTerms(start: Start, contract: { readonly net: string }): TermsFields {
  switch (start) {
    case 'none':
      return NO_TERMS_FIELDS;
    case 'france':
      return { ...NO_TERMS_FIELDS, base: 'gross', retention: { rate: '5', limit: { form: 'percent', value: '5' } } };
    case 'germany':
      return { ...NO_TERMS_FIELDS, base: 'gross', retention: { rate: '10', limit: { form: 'percent', value: '5' } } };
    case 'uk':
      return { ...NO_TERMS_FIELDS, retention: { rate: '5', limit: null } };
    case 'ukLower':
      return { ...NO_TERMS_FIELDS, retention: { rate: '3', limit: null } };
    case 'fidic':
      return { ...NO_TERMS_FIELDS, advance: { amount: tenth(contract.net), rate: '25', threshold: '10', paid_on: null } };
  }
}
