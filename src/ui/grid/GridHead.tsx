import { type CSSProperties, memo } from 'react';
import { classNames } from '../classNames.ts';
import { Icon } from '../Icon.tsx';
import { groupPart, headerPart, rowPart } from './aria.ts';
import type { HeaderGroup } from './columns.ts';
import styles from './Grid.module.css';
import { cellClass, columnLabel } from './GridRow.tsx';
import type { GridColumn } from './types.ts';

interface HeadingProps<Row> {
  readonly header: HeaderGroup['headers'][number];
  readonly columns: readonly GridColumn<Row>[];
  readonly lefts: readonly (string | undefined)[];
  /** Whether it is in the row of the columns' own headings, below those of the groups. */
  readonly isLowest: boolean;
}

/** The index of the first column under a heading. */
function firstColumnOf<Row>(header: HeadingProps<Row>['header'], columns: readonly GridColumn<Row>[]): number {
  const leaves = header.getLeafHeaders();
  const first = leaves.find(({ subHeaders }) => subHeaders.length === 0) ?? leaves.at(-1) ?? header;
  return columns.findIndex(({ id }) => id === first.column.id);
}

/** A column without a visible heading still has one for screen readers. */
function headingText<Row>({ header, columns, isLowest }: Omit<HeadingProps<Row>, 'lefts'>) {
  if (header.isPlaceholder) return null;
  const heading = String(header.column.columnDef.header ?? '');
  const column = columns[firstColumnOf(header, columns)];
  return heading === '' && isLowest && column ? <span className="sr-only">{columnLabel(column)}</span> : heading;
}

function Heading<Row>(props: HeadingProps<Row>) {
  const { header, columns, lefts, isLowest } = props;
  const start = firstColumnOf(header, columns);
  const column = columns[start];
  const isAcross = column?.above || column?.below !== undefined;
  if (isAcross && !isLowest) return null;
  const groupClass = column && classNames(styles.cell, column.edge && styles.edge, column.pinned && styles.pinned);
  return (
    <div
      {...headerPart(start + 1, header.colSpan, header.isPlaceholder, isLowest ? column?.sorted : undefined)}
      className={column && (isAcross ? 'sr-only' : isLowest ? cellClass(column) : groupClass)}
      style={{ gridColumn: `span ${header.colSpan}`, left: lefts[start] }}
      title={isLowest && column ? columnLabel(column) : undefined}
    >
      {headingText(props)}
      {isLowest && column?.sorted && <Icon name={column.sorted === 'ascending' ? 'chevronUp' : 'chevronDown'} />}
      {isLowest && !isAcross && column?.note !== undefined && <small className={styles.under}>{column.note}</small>}
    </div>
  );
}

interface GridHeadProps<Row> {
  readonly groups: readonly HeaderGroup[];
  readonly columns: readonly GridColumn<Row>[];
  readonly tracks: CSSProperties;
  readonly lefts: readonly (string | undefined)[];
  /** Some headings have a smaller line below. */
  readonly isNoted: boolean;
}

/** The headings of the columns, below those of their groups where there are any. */
function Head<Row>({ groups, columns, tracks, lefts, isNoted }: GridHeadProps<Row>) {
  const lowest = groups.length - 1;
  return (
    <div {...groupPart} className={styles.head}>
      {groups.map((group, level) => (
        <div
          key={group.id}
          {...rowPart(level + 1)}
          className={classNames(styles.headRow, level < lowest ? styles.groupRow : isNoted && styles.noted)}
          style={tracks}
        >
          {group.headers.map((header) => (
            <Heading key={header.id} header={header} columns={columns} lefts={lefts} isLowest={level === lowest} />
          ))}
        </div>
      ))}
    </div>
  );
}
export const GridHead = memo(Head) as typeof Head;
