import { answering } from './answering.ts';
import { type ActOutline, type EstimateOutline, sheetsOf } from './sheets.ts';
import { writeWorkbook } from './write.ts';

answering<EstimateOutline | ActOutline>((outline, rows) => writeWorkbook(sheetsOf(outline, rows)));
