/** All sentences, for programs that go through them. */
import * as access from './access.ts';
import * as acts from './acts.ts';
import * as answers from './answers.ts';
import * as certainty from './certainty.ts';
import * as certificateLines from './certificateLines.ts';
import * as contracts from './contracts.ts';
import * as editing from './editing.ts';
import * as estimates from './estimates.ts';
import * as exports from './exports.ts';
import * as factors from './factors.ts';
import * as fields from './fields.ts';
import * as files from './files.ts';
import * as findings from './findings.ts';
import * as general from './general.ts';
import * as imports from './imports.ts';
import * as invoices from './invoices.ts';
import * as logos from './logos.ts';
import * as numbers from './numbers.ts';
import * as ownData from './ownData.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as recognition from './recognition.ts';
import type { CatalogueEntry } from './sentence.ts';
import * as singleSignOn from './singleSignOn.ts';
import * as tokens from './tokens.ts';
import * as typing from './typing.ts';

const { row, list, ...others } = findings;
const { apart, causes, ...doubts } = certainty;
const { doubts: doubtsOfTables, rowsApart, columnsApart } = recognition;
const { statusName: _, ...ofActs } = acts;
const ENTRIES = [
  general,
  fields,
  numbers,
  logos,
  typing,
  people,
  factors,
  access,
  singleSignOn,
  tokens,
  ownData,
  invoices,
  editing,
  estimates,
  ofActs,
  contracts,
  payments,
  certificateLines,
  answers,
  imports,
  files,
  exports,
  others,
  row,
  list,
  doubtsOfTables,
  rowsApart,
  columnsApart,
  doubts,
  apart,
  causes,
] as const;

type EntryOf<Entries> = Entries extends unknown ? Entries[keyof Entries] : never;
export type Code = Extract<EntryOf<(typeof ENTRIES)[number]>, { readonly code: string }>['code'];

export const CATALOGUE: readonly CatalogueEntry[] = ENTRIES.flatMap((entries) => Object.values(entries) as unknown as CatalogueEntry[]);
