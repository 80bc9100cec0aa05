/** Why a file is refused: each code with its sentence and HTTP status. */
import { UPLOAD_MEGABYTES } from '../../../domain/api/limits.ts';
import * as say from '../../../domain/sentences/files.ts';
import type { Sentence, Value } from '../../../domain/sentences/sentence.ts';
import { LIMITS } from './limits.ts';

type What = { readonly what: Value };

const REFUSALS = {
  EMPTY_FILE: [400, say.emptyFile],
  TOO_LARGE: [413, () => say.fileTooLarge({ megabytes: UPLOAD_MEGABYTES })],
  NOT_A_SPREADSHEET: [415, say.notASpreadsheet],
  UNSUPPORTED_DOCUMENT: [415, say.unsupportedDocument],
  ENCRYPTED: [400, say.encrypted],
  OLD_EXCEL: [415, say.oldExcel],
  SPREADSHEET_XML: [415, say.spreadsheetXml],
  HTML: [415, say.html],
  SYLK: [415, say.sylk],
  GAEB_90: [415, say.gaeb90],
  GAEB_2000: [415, say.gaeb2000],
  GAEB_PHASE: [415, say.gaebPhase],
  DAMAGED: [400, say.damaged],
  ZIP_BOMB: [413, say.zipBomb],
  UNSAFE_XML: [400, say.unsafeXml],
  TOO_MANY_SHEETS: [413, () => say.tooManySheets({ most: LIMITS.sheets })],
  TOO_MANY_ROWS: [413, () => say.tooManyFileRows({ most: LIMITS.rows })],
  TOO_MANY_CELLS: [413, () => say.tooManyCells({ most: LIMITS.cellsWithValues })],
  TOO_MANY_MERGES: [413, () => say.tooManyMerges({ most: LIMITS.merges })],
  TOO_MUCH_MEMORY: [413, say.tooMuchMemory],
  TOO_SLOW: [413, say.tooSlow],
  EMPTY_WORKBOOK: [400, say.emptyWorkbook],
  NO_TABLE: [400, say.noTable],
  CATALOGUE: [400, say.catalogue],
  NO_ROWS: [400, say.noFileRows],
  UNREADABLE: [400, say.unreadable],
} as const satisfies Record<string, readonly [400 | 413 | 415, (params: What) => Sentence]>;

export type RefusalCode = keyof typeof REFUSALS;

/** The file is not an estimate that can be read: `sentence` says why and what to do about it. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly sentence: Sentence<RefusalCode>;
  readonly status: 400 | 413 | 415;
}

/** The refusal for a code; `what` fills in the name that some sentences need. */
export function refusedFile(code: RefusalCode, what: Value = ''): RefusedFile {
  const [status, sentenceOf] = REFUSALS[code];
  return { kind: 'refused', code, sentence: sentenceOf({ what }), status };
}

/** Thrown inside the child process when a file is given up. */
export class Unreadable extends Error {
  readonly code: RefusalCode;
  readonly what: Value;
  constructor(code: RefusalCode, what: Value = '') {
    super(typeof what === 'object' ? `${code}: ${what.detail}` : code);
    this.name = 'Unreadable';
    this.code = code;
    this.what = what;
  }
}
