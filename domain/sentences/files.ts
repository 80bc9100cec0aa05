/** Why an uploaded file is refused. */
import { saying } from './sentence.ts';

export const emptyFile = saying('EMPTY_FILE', 'This file is empty. Choose the workbook again.');
export const fileTooLarge = saying(
  'TOO_LARGE',
  'This file is larger than {megabytes} MB. Remove pictures and sheets that are not part of the estimate and try again.',
);
export const notASpreadsheet = saying(
  'NOT_A_SPREADSHEET',
  'This is not a spreadsheet. Upload the estimate as a workbook, as CSV, GAEB XML or FIEBDC.',
);
export const unsupportedDocument = saying(
  'UNSUPPORTED_DOCUMENT',
  'This is {what}, not a spreadsheet. Upload the estimate as an .xlsx workbook.',
);
export const encrypted = saying('ENCRYPTED', 'This is a password-protected workbook: remove the password and try again.');
export const oldExcel = saying(
  'OLD_EXCEL',
  'This is a workbook of Excel 4 or older. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const spreadsheetXml = saying(
  'SPREADSHEET_XML',
  'This is an Excel 2003 XML spreadsheet. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const html = saying(
  'HTML',
  'This is a web page, whatever its name says. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const sylk = saying('SYLK', 'This is a SYLK file (.slk). Open it in a spreadsheet program, save it as .xlsx and upload that.');
export const gaeb90 = saying(
  'GAEB_90',
  'This is a bill of quantities in GAEB 90 ({what}), which is text in columns. Export it as GAEB DA XML (X81 to X86) or as .xlsx and upload that.',
);
export const gaeb2000 = saying(
  'GAEB_2000',
  'This is a bill of quantities in GAEB 2000 ({what}). Export it as GAEB DA XML (X81 to X86) or as .xlsx and upload that.',
);
export const gaebPhase = saying(
  'GAEB_PHASE',
  'This is a GAEB XML document of phase {what}, which holds no bill of quantities. Export it as X83, X84 or X86.',
);
export const damaged = saying(
  'DAMAGED',
  'This workbook is damaged: {what}. Open it in a spreadsheet program, save it again as .xlsx and upload that.',
);
export const zipBomb = saying(
  'ZIP_BOMB',
  'This workbook unpacks to far more than an estimate can hold. Save the estimate alone in a new workbook and upload that.',
);
export const unsafeXml = saying(
  'UNSAFE_XML',
  'This workbook contains {what}, which no spreadsheet program writes. Save it again as .xlsx and upload that.',
);
export const tooManySheets = saying(
  'TOO_MANY_SHEETS',
  'This workbook has more than {most} sheets. Keep the estimate’s sheets and try again.',
);
export const tooManyFileRows = saying(
  'TOO_MANY_ROWS',
  'This workbook has more than {most} rows. Split it into several workbooks and try again.',
);
export const tooManyCells = saying(
  'TOO_MANY_CELLS',
  'This workbook has more than {most} filled cells. Remove sheets and columns that are not part of the estimate and try again.',
);
export const tooManyMerges = saying('TOO_MANY_MERGES', 'A sheet has more than {most} merged cells. Unmerge them and try again.');
export const tooMuchMemory = saying(
  'TOO_MUCH_MEMORY',
  'This workbook needs too much memory to read. Save the estimate alone in a new workbook and upload that.',
);
export const tooSlow = saying(
  'TOO_SLOW',
  'This workbook takes too long to read. Save the estimate alone in a new workbook and upload that.',
);
export const emptyWorkbook = saying(
  'EMPTY_WORKBOOK',
  'This workbook has no filled cells on any visible sheet. Choose the workbook that holds the estimate.',
);
export const noTable = saying(
  'NO_TABLE',
  'No table of works was found. It needs a header row naming at least the description of works and two of: unit, quantity, unit price, amount.',
);
export const catalogue = saying(
  'CATALOGUE',
  'This is a catalogue: it has texts and units, but no quantity, price or amount. Add a column of quantities and try again.',
);
export const noFileRows = saying(
  'NO_ROWS',
  'A table was found, but no row in it has a quantity, a unit price or an amount. Fill it in and try again.',
);
export const unreadable = saying(
  'UNREADABLE',
  'This file could not be read. Open it in a spreadsheet program, save it as .xlsx and upload that.',
);
export const interrupted = saying(
  'INTERRUPTED',
  'The server stopped while it was reading the file. Nothing was imported: choose the file again',
);

/** Kinds of documents that are not estimates. */
export const pdf = saying('document_pdf', 'a PDF document');
export const picture = saying('document_picture', 'a picture');
export const textDocument = saying('document_text', 'a text document');
export const rar = saying('document_rar', 'a RAR archive');
export const sevenZip = saying('document_7zip', 'a 7-Zip archive');
export const compressed = saying('document_compressed', 'a compressed file');
export const word = saying('document_word', 'a Word document');
export const xml = saying('document_xml', 'an XML document');
export const presentation = saying('document_presentation', 'a presentation');
export const openDocument = saying('document_opendocument', 'an OpenDocument text or drawing');
export const appleNumbers = saying('document_numbers', 'an Apple Numbers document');
export const zip = saying('document_zip', 'a zip archive');

/** Kinds of damage in a workbook. */
export const zipBroken = saying('damage_zip', 'its zip archive is broken or cut short');
export const packing = saying('damage_packing', 'a part is packed in a way no spreadsheet program uses');
export const sameName = saying('damage_same_name', 'two of its parts have the same name');
export const directories = saying('damage_directories', 'its zip archive has more than one directory');
export const twoNames = saying('damage_two_names', 'a part has two different names');
export const twoDescriptions = saying('damage_two_descriptions', 'a part is described in two different ways');
export const partMissing = saying('damage_part_missing', 'its part {part} is missing');
export const checksum = saying('damage_checksum', 'the checksum of a part is wrong');
export const inconsistent = saying('damage_inconsistent', 'its parts do not fit together');
export const notUtf8 = saying('damage_not_utf8', 'its text is not UTF-8');
export const encodingWrong = saying('damage_encoding', 'its text is not in the encoding it declares');
export const xmlBroken = saying('damage_xml', 'its XML is broken');
export const rowsOutOfOrder = saying('damage_row_order', 'its rows are out of order');
export const textMissing = saying('damage_text_missing', 'a cell refers to text that is not there');
export const cellPlace = saying('damage_cell_place', 'a cell has an impossible position');
export const quoteOpen = saying('damage_quote_open', 'a quotation mark is opened and never closed');
export const chapterLoop = saying('damage_chapter_loop', 'a chapter contains itself');

/** Parts of XML that only an attacker writes. */
export const documentType = saying('unsafe_document_type', 'a document type definition');
export const nestedXml = saying('unsafe_nesting', 'XML that is nested too deeply');
