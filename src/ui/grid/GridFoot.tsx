import { type CSSProperties, memo, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { cellPart, groupPart, rowPart } from './aria.ts';
import styles from './Grid.module.css';
import { cellClass, framed } from './GridRow.tsx';
import type { GridColumn } from './types.ts';

interface GridFootProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  /** By column id. */
  readonly totals: Readonly<Record<string, ReactNode>>;
  readonly isGrand: boolean;
  readonly rowIndex: number;
  readonly tracks: CSSProperties;
  readonly lefts: readonly (string | undefined)[];
}

/** The row of totals, which stays visible. */
function Foot<Row>({ columns, totals, isGrand, rowIndex, tracks, lefts }: GridFootProps<Row>) {
  return (
    <div {...groupPart} className={styles.foot}>
      <div {...rowPart(rowIndex)} className={classNames(styles.totals, isGrand && styles.grand)} style={tracks}>
        {columns.map((column, col) =>
          column.below !== undefined ? null : (
            <div
              key={column.id}
              {...cellPart({ colIndex: col + 1, heads: column.pinned === true && totals[column.id] !== undefined })}
              data-highlight={column.highlight || undefined}
              data-col={col}
              className={cellClass(column)}
              style={{ left: lefts[col] }}
            >
              {framed(column, totals[column.id])}
            </div>
          ),
        )}
      </div>
    </div>
  );
}
export const GridFoot = memo(Foot) as typeof Foot;
