import type { RefObject } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ListCosts, Row } from '../../../../domain/contract/shapes.ts';
import type { gridMachine } from '../../../machines/grid/grid.ts';
import type { RowStore } from '../../../machines/rowWindow/rowStore.ts';
import type { GridColumn, GridHandle } from '../../../ui/grid/types.ts';

/** The list that is open, for the tools that work on it. */
export interface OpenList {
  readonly list: ListCosts;
  readonly grid: ActorRefFrom<typeof gridMachine>;
  readonly handle: RefObject<GridHandle | null>;
  readonly rows: RowStore<Row>;
  readonly count: number;
  readonly columns: readonly GridColumn<Row>[];
  /** Why nothing can be edited; null while it can. */
  readonly blocked: string | null;
  readonly isNarrow: boolean;
  readonly isRead: (first: number, last: number) => boolean;
  readonly reload: () => void;
  /** Opens what is said about a row; undefined until that can be shown. */
  readonly onComments: ((row: Row) => void) | undefined;
}
