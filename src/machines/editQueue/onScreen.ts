import type { Row } from '../../../domain/api/shapes.ts';
import { SCALE } from '../../../domain/decimal.ts';
import { entered, formulasAfter } from '../../../domain/formula.ts';
import { isNumber } from '../../../domain/numbers.ts';
import { FILLED_FIELDS, isRowNumber, isRowText } from '../../../domain/rowFields.ts';
import { cellKey, cellsOf } from './selectors.ts';
import type { CellEdit } from './types.ts';

function withEdit(row: Row, { field, text }: CellEdit): Row {
  if (isRowText(field)) return { ...row, [field]: text };
  if (!isRowNumber(field)) return row;
  try {
    const { value, formula } = entered(text, field === 'quantity' ? SCALE.quantity : SCALE.unitPrice);
    // Text that is not a number cannot be copied as one or added up.
    return isNumber(value, SCALE.quantity) ? { ...row, [field]: value, formulas: formulasAfter(row.formulas, { [field]: formula }) } : row;
  } catch {
    return row;
  }
}

/**
 * A function from a saved row of a table to the row as it is on screen: with the texts that its cells show and that are not saved. Amounts stay the
 * saved ones, as they do on screen.
 */
export function onScreen(queue: Parameters<typeof cellsOf>[0], table: string): (row: Row) => Row {
  const cells = cellsOf(queue, table);
  if (cells.size === 0) return (row) => row;
  return (row) =>
    FILLED_FIELDS.reduce<Row>((shown, field) => {
      const cell = cells.get(cellKey(row.id, field));
      return cell === undefined || cell.mode === 'saved' ? shown : withEdit(shown, cell.edit);
    }, row);
}
