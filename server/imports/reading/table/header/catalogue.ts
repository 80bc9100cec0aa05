/** Catalogues: texts and units, and no number to price. */

import type { Sheet } from '../../sheet.ts';
import { isRunningColumn } from '../evidence/contents.ts';
import { sampleOf } from '../evidence/sample.ts';
import { namesCatalogue } from './header.ts';

const FEWEST_ROWS = 3;
const HARDLY = 0.05;

/** Whether a sheet without a table of works is a catalogue. Running numbers are no quantities. */
export function isCatalogue(sheet: Sheet): boolean {
  if (sheet.rows.length < FEWEST_ROWS || !namesCatalogue(sheet)) return false;
  const sample = sampleOf(sheet, 1);
  return sample.columns.every(
    (column) => sample.share(column, 'number') <= HARDLY || isRunningColumn(sample, column) || isOfCodes(sample.cells(column)),
  );
}

const isOfCodes = (cells: readonly { readonly text: string }[]) => cells.every(({ text }) => /^\d+$/.test(text.trim()));
