/** Why a file is refused: each code with its sentence and HTTP status. */
import { LIMITS, MEGABYTE } from './limits.ts';

const number = (value: number) => value.toLocaleString('en-US').replaceAll(',', '\u00a0');
const SAVE_AS_XLSX = 'Open it in a spreadsheet program, save it as .xlsx and upload that.';

const REFUSALS = {
  EMPTY_FILE: [400, 'This file is empty. Choose the workbook again.'],
  TOO_LARGE: [
    413,
    `This file is larger than ${LIMITS.upload / MEGABYTE} MB. Remove pictures and sheets that are no estimate and try again.`,
  ],
  NOT_A_SPREADSHEET: [415, 'This is no spreadsheet. Upload the estimate as a workbook, as CSV, GAEB XML or FIEBDC.'],
  UNSUPPORTED_DOCUMENT: [415, 'This is {what}, not a spreadsheet. Upload the estimate as an .xlsx workbook.'],
  ENCRYPTED: [400, 'This is a password-protected workbook: remove the password and try again.'],
  OLD_EXCEL: [415, `This is a workbook of Excel 4 or older. ${SAVE_AS_XLSX}`],
  SPREADSHEET_XML: [415, `This is an Excel 2003 XML spreadsheet. ${SAVE_AS_XLSX}`],
  HTML: [415, `This is a web page, whatever its name says. ${SAVE_AS_XLSX}`],
  SYLK: [415, `This is a SYLK file (.slk). ${SAVE_AS_XLSX}`],
  GAEB_90: [415, 'This is a GAEB 90 bill of quantities. Export it as GAEB XML (X83 or X84) or as .xlsx and upload that.'],
  GAEB_PHASE: [415, 'This is a GAEB XML document of phase {what}, which holds no bill of quantities. Export it as X83, X84 or X86.'],
  DAMAGED: [400, 'This workbook is damaged: {what}. Open it in a spreadsheet program, save it again as .xlsx and upload that.'],
  ZIP_BOMB: [
    413,
    'This workbook unpacks to far more than an estimate can hold. Save the estimate alone in a new workbook and upload that.',
  ],
  UNSAFE_XML: [400, 'This workbook holds {what}, which no spreadsheet program writes. Save it again as .xlsx and upload that.'],
  TOO_MANY_SHEETS: [413, `This workbook has more than ${LIMITS.sheets} sheets. Keep the estimate's sheets and try again.`],
  TOO_MANY_ROWS: [413, `This workbook has more than ${number(LIMITS.rows)} rows. Split it into several workbooks and try again.`],
  TOO_MANY_CELLS: [
    413,
    `This workbook has more than ${number(LIMITS.cellsWithValues)} filled cells. Remove sheets and columns that are no part of the estimate and try again.`,
  ],
  TOO_MANY_MERGES: [413, `A sheet has more than ${number(LIMITS.merges)} merged cells. Unmerge them and try again.`],
  TOO_MUCH_MEMORY: [413, 'This workbook needs too much memory to read. Save the estimate alone in a new workbook and upload that.'],
  TOO_SLOW: [413, 'This workbook takes too long to read. Save the estimate alone in a new workbook and upload that.'],
  EMPTY_WORKBOOK: [400, 'This workbook has no filled cells on any visible sheet. Choose the workbook that holds the estimate.'],
  NO_TABLE: [
    400,
    'No table of works was found. It needs a header row naming at least the description of works and two of: unit, quantity, unit price, amount.',
  ],
  NO_ROWS: [400, 'A table was found, but no row in it has a quantity, a unit price or an amount. Fill it in and try again.'],
  UNREADABLE: [400, `This workbook could not be read. ${SAVE_AS_XLSX}`],
} as const satisfies Record<string, readonly [400 | 413 | 415, string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** The file is no estimate we can read: `detail` says what it is and what to do about it. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly detail: string;
  readonly status: 400 | 413 | 415;
}

/** The refusal a code stands for; `what` completes the sentences that name a thing. */
export function refusedFile(code: RefusalCode, what = ''): RefusedFile {
  const [status, sentence] = REFUSALS[code];
  return { kind: 'refused', code, detail: sentence.replace('{what}', what), status };
}

/** Thrown inside the child process when a file is given up. */
export class Unreadable extends Error {
  readonly code: RefusalCode;
  readonly what: string;
  constructor(code: RefusalCode, what = '') {
    super(what === '' ? code : `${code}: ${what}`);
    this.name = 'Unreadable';
    this.code = code;
    this.what = what;
  }
}
