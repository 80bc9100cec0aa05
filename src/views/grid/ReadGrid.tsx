import { gridMachine } from '../../machines/grid/grid.ts';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn, GridProps } from '../../ui/grid/types.ts';
import { useScreens } from '../screens.tsx';
import { useGrid } from './useGrid.tsx';

type ReadGridProps<Row> = Pick<
  GridProps<Row>,
  'label' | 'columns' | 'rows' | 'count' | 'looksOf' | 'totals' | 'grandTotals' | 'empty' | 'onSeen'
> & { readonly onEnter?: (row: Row, column: GridColumn<Row>) => void };

const nothing = () => null;
const nowhere = () => undefined;
const silent = () => '';

/** A read-only table: the cursor moves in it, for reading and copying. */
export function ReadGrid<Row>({ columns, rows, count, onEnter, ...rest }: ReadGridProps<Row>) {
  const { props } = useGrid<Row>({
    machine: gridMachine,
    queue: useScreens().queue,
    table: '',
    columns,
    rows,
    count,
    startCol: 0,
    subjectOf: nothing,
    indexOf: nowhere,
    shown: silent,
    ...(onEnter ? { onEnter } : {}),
  });
  return <Grid {...rest} {...props} />;
}
