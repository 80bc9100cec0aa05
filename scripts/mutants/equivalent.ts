import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceMutant } from './source.ts';

/** Mutants that survive because nobody could notice their change. */
interface Equivalent {
  readonly path: string;
  /** The text that is replaced, with enough around it to be found once: the mutant's own part is between « and ». */
  readonly before: string;
  readonly after: string;
  readonly because: string;
}

const ZERO_HAS_NO_SIGN = 'The two sides differ at 0 only, and 0 and -0 are one bigint';
const NEVER_0 = 'The value compared is never 0';
const OF_OTHERS = 'Reads the extras of other rows too, and uses none of them';
const DECIMAL = 'domain/decimal.ts';

const EQUIVALENT: readonly Equivalent[] = [
  { path: 'domain/amounts.ts', before: 'BigInt(product« < »0 ? -cents : cents)', after: ' <= ', because: ZERO_HAS_NO_SIGN },
  { path: DECIMAL, before: 'half = numerator« < »0n', after: ' <= ', because: 'A numerator of 0 gives 0 with either half' },
  { path: DECIMAL, before: 'numerator < 0n === denominator« < »0n', after: ' <= ', because: NEVER_0 },
  { path: DECIMAL, before: 'return to« >= »from', after: ' > ', because: 'At the same scale both branches return the value' },
  { path: DECIMAL, before: 'return inexact && numerator« < »0n', after: ' <= ', because: 'A numerator of 0 is never inexact' },
  { path: DECIMAL, before: 'inexact && numerator < 0n !== denominator« < »0n', after: ' <= ', because: NEVER_0 },
  {
    path: DECIMAL,
    before: "if («text.length <= SPREADSHEET_DIGITS && !text.includes('e')») return text;",
    after: 'false',
    because: 'A shortcut: the code below gives the same text, three times slower',
  },
  {
    path: DECIMAL,
    before: 'text.length« <= »SPREADSHEET_DIGITS &&',
    after: ' < ',
    because: 'A shortcut: the code below gives the same text, three times slower',
  },
  { path: DECIMAL, before: '(value« < »0n ? -value : value)', after: ' <= ', because: ZERO_HAS_NO_SIGN },
  { path: DECIMAL, before: '(b« < »a ? b : a)', after: ' <= ', because: 'Equal values are the same value' },
  { path: DECIMAL, before: '(b« > »a ? b : a)', after: ' >= ', because: 'Equal values are the same value' },
  {
    path: 'domain/act.ts',
    before: 'return limit« < »0n ? greatest(range.min',
    after: ' <= ',
    because: 'Where nothing is estimated the range is 0 to 0, so both branches give 0',
  },
  { path: 'domain/formula.ts', before: 'return under« < »0n ? { over: -over', after: ' <= ', because: 'Nothing is divided by 0' },
  {
    path: 'server/securityLog/record.ts',
    before: 'const AT_ONCE = «5_000»;',
    after: '5001',
    because: 'The same entries are removed in the end, in pieces of another size',
  },
  {
    path: 'server/imports/reading/process.ts',
    before: 'const bytes = size« <= »LIMITS.awaited',
    after: ' < ',
    because: 'A file of exactly that size is read by either process, with the same result',
  },
  {
    path: 'server/imports/reading/table/evidence/arithmetic.ts',
    before: 'const expected = result[row] ?? «0»;',
    after: '1',
    because: 'The columns are equally long',
  },
  {
    path: 'server/ownData/teams.ts',
    before: 'where l.team_id = ${teamId}« and l.withdrawn_at is null»`',
    after: '',
    because: 'Screens that are notified needlessly load the same data again',
  },
  {
    path: 'server/imports/reading/spreadsheetml/plainRow.ts',
    before: "if («text.charAt(at + 2) !== '=' || text.charCodeAt(at + 3) !== QUOTE» || end < 0",
    after: "((text.charAt(at + 2) !== '=') && (text.charCodeAt(at + 3) !== QUOTE))",
    because: 'An attribute in another notation has a value that is refused later',
  },
  {
    path: 'server/teams/company.ts',
    before: 'address = coalesce(${address« ?? null»}',
    after: '',
    because: 'Both drivers send undefined as null',
  },
  {
    path: 'server/graphql/scalars.ts',
    before: 'Number(year)« > »0 &&',
    after: ' >= ',
    because: 'PostgreSQL has no year 0 either, and its refusal is answered in the same way',
  },
  {
    path: 'domain/importChanges.ts',
    before: 'of pairs.entries()) {\n    if (at % BETWEEN_STOPS === «0») yield;',
    after: '1',
    because: 'Stops as often, one row later',
  },
  {
    path: 'domain/wholeContract.ts',
    before: 'if («kinds !== 0») this.#countKinds',
    after: 'true',
    because: 'A shortcut: a row without a kind matches none',
  },
  {
    path: 'domain/series.ts',
    before: "each.startsWith('0')) ? (digits.at(-1)?.length ?? «0») : 0",
    after: '1',
    because: 'The list of texts is never empty',
  },
  {
    path: 'domain/series.ts',
    before: "each.startsWith('0')) ? (digits.at(-1)?.length ?? 0) : «0»",
    after: '1',
    because: 'No number has fewer digits than one',
  },
  { path: 'domain/series.ts', before: 'number« < »0n ? 0n : number', after: ' <= ', because: 'At 0 both branches are 0' },
  {
    path: 'server/imports/reading/table/row/analyses.ts',
    before: 'let at = 0; at« < »items.length',
    after: ' <= ',
    because: 'After the last item no rows are below, so nothing is added up',
  },
  {
    path: 'server/imports/reading/text/csv.ts',
    before: 'cells.at(-1)?.column ?? «0»',
    after: '1',
    because: 'Only rows with a cell are kept',
  },
  {
    path: 'server/imports/reading/table/header/header.ts',
    before: 'if (score > (best?.score ?? «0»)) best',
    after: '1',
    because: 'The weakest header scores more than 1: known words count 0.45 at least, and it has a name and two more',
  },
  {
    path: 'server/imports/reading/fiebdc/records.ts',
    before: 'bytes.subarray(0, «2_000»)',
    after: '2001',
    because: 'The fields of the header are far shorter, so any number of bytes that holds them is enough',
  },
  {
    path: 'server/imports/reading/archive.ts',
    before: 'chunks % CHUNKS_BETWEEN_LOOKS === «0» &&',
    after: '1',
    because: 'The memory is looked at once in eight chunks either way',
  },
  {
    path: 'server/imports/reading/spreadsheetml/plainRow.ts',
    before: 'QUOTE || end < «0» ||',
    after: '1',
    because: 'The quote is looked for from the fourth character on, so it is never at 0',
  },
  {
    path: 'server/imports/reading/spreadsheetml/workbook.ts',
    before: '[...relations.values()].«find»((relation) =>',
    after: 'findLast',
    because: 'A workbook has one part of strings and one of styles',
  },
  {
    path: 'src/compose/app/requests.ts',
    before: 'const withdraw = () => {\n        «underWay.delete(id);»',
    after: ';',
    because: 'Frees memory only: a rejected promise ignores later outcomes',
  },
  {
    path: 'src/compose/app/requests.ts',
    before: '(outcome) => {\n        «underWay.delete(id);»',
    after: ';',
    because: 'Frees memory only: a call is settled once, and a promise ignores later outcomes',
  },
  {
    path: 'src/compose/export/files.ts',
    before: 'versions.«find»(({ id }) => id === versionId)',
    after: 'findLast',
    because: 'Versions have ids of their own',
  },
  ...(
    [
      ['«64» * 1024', '65'],
      ['64 * «1024»', '1025'],
    ] as const
  ).map(([before, after]) => ({
    path: 'server/imports/reading/gaeb/bill.ts',
    before: `const CHUNK = ${before}`,
    after,
    because: 'XML is read the same in pieces of any size',
  })),
  {
    path: 'server/imports/reading/opendocument/sheets.ts',
    before: 'hiddenStyles.size« < »LIMITS.cellFormats',
    after: ' <= ',
    because: 'Limits memory only: a file of a hundred sheets never uses that many styles',
  },
  {
    path: 'server/estimates/widened.ts',
    before: "«\n    .where('row_id', 'in', [0, ...ids])»",
    after: '',
    because: OF_OTHERS,
  },
  {
    path: 'server/estimates/widened.ts',
    before: "«\n    .where('section_id', 'in', [0, ...ids])»",
    after: '',
    because: OF_OTHERS,
  },
  {
    path: 'server/estimates/lists.ts',
    before: 'if («list === undefined») throw notFound();\n  return list;',
    after: 'false',
    because: 'Every caller has locked the project of the list and found the list in it',
  },
  {
    path: 'server/http/limits.ts',
    before: 'Math.log2(LONGEST_DELAY« / »FIRST_DELAY)',
    after: ' * ',
    because: 'The gaps beyond the longest are as long',
  },
  {
    path: 'server/administration/people.ts',
    before: 'ids.length > 0 ? ids : [«0»]',
    after: '1',
    because: 'Without people there are no sessions of any',
  },
  {
    path: 'server/imports/reading/table/header/amountsAlone.ts',
    before: '= above.«find»((one) => one.column === each)',
    after: 'findLast',
    because: 'Each column is among them once',
  },
  {
    path: 'src/compose/edits/blockEdits.ts',
    before: 'const rowId = rowIds[«0»] ??',
    after: '1',
    because: 'Where rows are named those are set, and the first one says only that there are some',
  },
  {
    path: 'src/compose/export/archive.ts',
    before: "kind: 'version', id: version.id, statusId: «0» }",
    after: '1',
    because: 'Only the status of an act is named in its workbook',
  },
  {
    path: 'src/views/account/AccountScreen.tsx',
    before: 'setPasswords((before) => before« + »1)',
    after: ' - ',
    because: 'A key that only has to be another one',
  },
  ...(
    [
      ['step: «0», id: 0', '1'],
      ['step: 0, id: «0»', '1'],
    ] as const
  ).map(([before, after]) => ({
    path: 'server/history/thinning.ts',
    before: `let after = { ${before} };`,
    after,
    because: 'Steps are numbered from 1 and ids from 1, so both begin before the first image',
  })),
  {
    path: 'server/imports/reading/spreadsheetml/plainRow.ts',
    before: 'if («column < 1 || column > MOST_COLUMNS || digitsAt(text, at, end) < 0») return -1;',
    after: '((column < 1 || column > MOST_COLUMNS) && (digitsAt(text, at, end) < 0))',
    because: 'A shortcut: the parser gives such a cell the same column, and a column beyond the limit is left to it later',
  },
  {
    path: 'server/imports/reading/text/csv.ts',
    before: '(({ strength }) => strength« > »strongest - 1e-9)',
    after: ' >= ',
    because: 'Two strengths either are equal or differ by a whole word of the header, which is far more',
  },
  {
    path: 'server/letters/wanted.ts',
    before: 'pending.«find»(({ id }) => id === registrationId)',
    after: 'findLast',
    because: 'Registrations have ids of their own',
  },
  {
    path: 'server/imports/upload.ts',
    before: 'JSON.stringify(params« ?? null»)',
    after: '',
    because: 'Without params the column stays empty, which is read like a null in it',
  },
  ...(
    [
      ["«completions > 0») hand?.send({ type: 'range.outdated' })", 'true'],
      ["completions« > »0) hand?.send({ type: 'range.outdated' })", ' >= '],
    ] as const
  ).map(([before, after]) => ({
    path: 'src/views/act/ActList.tsx',
    before: `if (${before}`,
    after,
    because: 'A cell whose range is not loaded yet ignores it, and one that the cursor returns to loads the same range again',
  })),
  ...[['odd', 'even'] as const, ['even', 'odd'] as const].map(([more, fewer]) => ({
    path: 'server/imports/reading/text/encoding.ts',
    before: `«${more} > most && ${fewer} < ${more} / RARE»`,
    after: `((${more} > most) || (${fewer} < ${more} / RARE))`,
    because: 'Other bytes with zeros among them are no text, and are refused in the same way when they are read as UTF-16',
  })),
];

const placeOf = ({ before }: Equivalent, text: string) => {
  const [head = '', rest = ''] = before.split('«');
  const [own = '', tail = ''] = rest.split('»');
  const at = text.indexOf(head + own + tail);
  return at < 0 ? null : { start: at + head.length, end: at + head.length + own.length };
};

export const equivalentTo = (mutant: SourceMutant, text: string): Equivalent | undefined =>
  EQUIVALENT.find((each) => {
    if (each.path !== mutant.path || each.after !== mutant.after) return false;
    const place = placeOf(each, text);
    return place?.start === mutant.start && place.end === mutant.end;
  });

/** The entries whose text no longer occurs in the code and which must be removed from the list. */
export const unknownEquivalents = (root: string): readonly Equivalent[] =>
  EQUIVALENT.filter((each) => placeOf(each, readFileSync(join(root, each.path), 'utf8')) === null);
