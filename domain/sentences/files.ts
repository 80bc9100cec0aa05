/** Why an uploaded file is refused. */
import { sentence } from './sentence.ts';

export const emptyFile = sentence('EMPTY_FILE', 'This file is empty. Choose the workbook again.');
export const fileTooLarge = sentence(
  'TOO_LARGE',
  'This file is larger than {megabytes} MB. Remove pictures and sheets that are not part of the estimate and try again.',
);
export const notASpreadsheet = sentence(
  'NOT_A_SPREADSHEET',
  'This is not a spreadsheet. Upload the estimate as a workbook, as CSV, GAEB XML or FIEBDC.',
);
export const unsupportedDocument = sentence(
  'UNSUPPORTED_DOCUMENT',
  'This is {what}, not a spreadsheet. Upload the estimate as an .xlsx workbook.',
);
export const encrypted = sentence('ENCRYPTED', 'This is a password-protected workbook: remove the password and try again.');
export const oldExcel = sentence(
  'OLD_EXCEL',
  'This is a workbook of Excel 4 or older. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const spreadsheetXml = sentence(
  'SPREADSHEET_XML',
  'This is an Excel 2003 XML spreadsheet. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const html = sentence(
  'HTML',
  'This is a web page, whatever its name says. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const sylk = sentence('SYLK', 'This is a SYLK file (.slk). Open it in a spreadsheet program, save it as .xlsx and upload that.');
export const gaeb90 = sentence(
  'GAEB_90',
  'This is a bill of quantities in GAEB 90 ({what}), which is text in columns. Export it as GAEB DA XML (X81 to X86) or as .xlsx and upload that.',
);
export const gaeb2000 = sentence(
  'GAEB_2000',
  'This is a bill of quantities in GAEB 2000 ({what}). Export it as GAEB DA XML (X81 to X86) or as .xlsx and upload that.',
);
export const gaebPhase = sentence(
  'GAEB_PHASE',
  'This is a GAEB XML document of phase {what}, which holds no bill of quantities. Export it as X83, X84 or X86.',
);
export const damaged = sentence(
  'DAMAGED',
  'This workbook is damaged: {what}. Open it in a spreadsheet program, save it again as .xlsx and upload that.',
);
export const zipBomb = sentence(
  'ZIP_BOMB',
  'This workbook unpacks to far more than an estimate can hold. Save the estimate alone in a new workbook and upload that.',
);
export const unsafeXml = sentence(
  'UNSAFE_XML',
  'This workbook contains {what}, which no spreadsheet program writes. Save it again as .xlsx and upload that.',
);
export const tooManySheets = sentence(
  'TOO_MANY_SHEETS',
  'This workbook has more than {most} sheets. Keep the estimate’s sheets and try again.',
);
export const tooManyFileRows = sentence(
  'TOO_MANY_ROWS',
  'This workbook has more than {most} rows. Split it into several workbooks and try again.',
);
export const tooManyCells = sentence(
  'TOO_MANY_CELLS',
  'This workbook has more than {most} filled cells. Remove sheets and columns that are not part of the estimate and try again.',
);
export const tooManyMerges = sentence('TOO_MANY_MERGES', 'A sheet has more than {most} merged cells. Unmerge them and try again.');
export const tooMuchMemory = sentence(
  'TOO_MUCH_MEMORY',
  'This workbook needs too much memory to read. Save the estimate alone in a new workbook and upload that.',
);
export const tooSlow = sentence(
  'TOO_SLOW',
  'This workbook takes too long to read. Save the estimate alone in a new workbook and upload that.',
);
export const emptyWorkbook = sentence(
  'EMPTY_WORKBOOK',
  'This workbook has no filled cells on any visible sheet. Choose the workbook that holds the estimate.',
);
export const noTable = sentence(
  'NO_TABLE',
  'No table of works was found. It needs a header row naming at least the description of works and two of: unit, quantity, unit price, amount.',
);
export const catalogue = sentence(
  'CATALOGUE',
  'This is a catalogue: it has texts and units, but no quantity, price or amount. Add a column of quantities and try again.',
);
export const noFileRows = sentence(
  'NO_ROWS',
  'A table was found, but no row in it has a quantity, a unit price or an amount. Fill it in and try again.',
);
export const unreadable = sentence(
  'UNREADABLE',
  'This file could not be read. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const interrupted = sentence(
  'INTERRUPTED',
  'The server stopped while it was reading the file. Nothing was imported: choose the file again',
);

/** Kinds of documents that are not estimates. */
export const pdf = sentence('document_pdf', 'a PDF document');
export const picture = sentence('document_picture', 'a picture');
export const textDocument = sentence('document_text', 'a text document');
export const rar = sentence('document_rar', 'a RAR archive');
export const sevenZip = sentence('document_7zip', 'a 7-Zip archive');
export const compressed = sentence('document_compressed', 'a compressed file');
export const word = sentence('document_word', 'a Word document');
export const xml = sentence('document_xml', 'an XML document');
export const presentation = sentence('document_presentation', 'a presentation');
export const dif = sentence('document_dif', 'a DIF file (.dif)');
export const columnsOfText = sentence('document_columns', 'text in columns of blanks');
export const json = sentence('document_json', 'a JSON file');
export const openDocument = sentence('document_opendocument', 'an OpenDocument text or drawing');
export const appleNumbers = sentence('document_numbers', 'an Apple Numbers document');
export const zip = sentence('document_zip', 'a zip archive');

/** Kinds of damage in a workbook. */
export const zipBroken = sentence('damage_zip', 'its zip archive is broken or cut short');
export const packing = sentence('damage_packing', 'a part is packed in a way no spreadsheet program uses');
export const sameName = sentence('damage_same_name', 'two of its parts have the same name');
export const directories = sentence('damage_directories', 'its zip archive has more than one directory');
export const twoNames = sentence('damage_two_names', 'a part has two different names');
export const twoDescriptions = sentence('damage_two_descriptions', 'a part is described in two different ways');
export const partMissing = sentence('damage_part_missing', 'its part {part} is missing');
export const checksum = sentence('damage_checksum', 'the checksum of a part is wrong');
export const inconsistent = sentence('damage_inconsistent', 'its parts do not fit together');
export const notUtf8 = sentence('damage_not_utf8', 'its text is not UTF-8');
export const encodingWrong = sentence('damage_encoding', 'its text is not in the encoding it declares');
export const xmlBroken = sentence('damage_xml', 'its XML is broken');
export const rowsOutOfOrder = sentence('damage_row_order', 'its rows are out of order');
export const textMissing = sentence('damage_text_missing', 'a cell refers to text that is not there');
export const cellPlace = sentence('damage_cell_place', 'a cell has an impossible position');
export const quoteOpen = sentence('damage_quote_open', 'a quotation mark is opened and never closed');
export const commasTwice = sentence('damage_commas', 'commas separate its columns and its decimals too');
export const chapterLoop = sentence('damage_chapter_loop', 'a chapter contains itself');

/** Parts of XML that only an attacker writes. */
export const documentType = sentence('unsafe_document_type', 'a document type definition');
export const nestedXml = sentence('unsafe_nesting', 'XML that is nested too deeply');
