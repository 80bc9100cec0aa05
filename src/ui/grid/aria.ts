/**
 * The ARIA attributes of the table's parts. The parts are boxes in CSS tracks and only visible rows exist, so each row carries its index and the table the
 * number of rows.
 */
export const gridPart = (label: string, rowCount: number, colCount: number, isMany: boolean) =>
  ({
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': rowCount,
    'aria-colcount': colCount,
    'aria-multiselectable': isMany || undefined,
  }) as const;
export const groupPart = { role: 'rowgroup' } as const;
export const rowPart = (rowIndex: number, busy = false) =>
  ({ role: 'row', 'aria-rowindex': rowIndex, 'aria-busy': busy || undefined }) as const;
export const headerPart = (colIndex: number, colSpan: number, isGap: boolean, sorted?: 'ascending' | 'descending') =>
  isGap
    ? ({ role: 'presentation' } as const)
    : ({
        role: 'columnheader',
        'aria-colindex': colIndex,
        'aria-colspan': colSpan > 1 ? colSpan : undefined,
        'aria-sort': sorted,
      } as const);

interface CellFacts {
  readonly colIndex: number;
  readonly heads?: boolean;
  readonly writable?: boolean;
  readonly refused?: boolean;
  readonly saving?: boolean;
  /** Absent in a table without selection. */
  readonly selected?: boolean | undefined;
}
export const cellPart = ({ colIndex, heads = false, writable = false, refused = false, saving = false, selected }: CellFacts) =>
  ({
    role: heads ? 'rowheader' : 'gridcell',
    'aria-colindex': colIndex,
    'aria-readonly': heads || writable ? undefined : true,
    'aria-invalid': refused || undefined,
    'aria-busy': saving || undefined,
    'aria-selected': selected,
  }) as const;
