import { answering } from './answering.ts';
import { sheetsOf, type WorkbookOutline } from './sheets.ts';
import { writeWorkbook } from './write.ts';

answering<WorkbookOutline>((outline, rows) => writeWorkbook(sheetsOf(outline, rows)));
