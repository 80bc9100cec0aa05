import type { RefObject } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ListCosts, Row } from '../../../../domain/api/shapes.ts';
import type { RowView } from '../../../../domain/rowView.ts';
import type { gridMachine } from '../../../machines/grid/grid.ts';
import type { rowViewMachine } from '../../../machines/rowView/rowView.ts';
import type { RowStore } from '../../../machines/rowWindow/rowStore.ts';
import type { GridColumn, GridHandle } from '../../../ui/grid/types.ts';
import type { ListOpened } from '../needs.ts';

/** The open list, for the tools that work on it. */
export interface OpenList {
  readonly list: ListCosts;
  readonly grid: ActorRefFrom<typeof gridMachine>;
  readonly handle: RefObject<GridHandle | null>;
  readonly rows: RowStore<Row>;
  readonly addRow: ListOpened['addRow'];
  readonly count: number;
  /** The visible rows. */
  readonly columns: readonly GridColumn<Row>[];
  readonly allColumns: readonly GridColumn<Row>[];
  /** Why nothing can be edited; null while it can. */
  readonly blocked: string | null;
  readonly isNarrow: boolean;
  readonly view: RowView;
  readonly viewing: ActorRefFrom<typeof rowViewMachine>;
  readonly isRead: (first: number, last: number) => boolean;
  readonly reload: () => void;
  /** Opens the comments of a row. */
  readonly onComments: (row: Row) => void;
}
