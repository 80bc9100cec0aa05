import { FILLED_FIELDS } from '../../../../domain/rowFields.ts';
import type { ChosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import { useOpenPast } from '../../history/useOpenPast.ts';
import { useEstimate } from '../context.ts';
import type { OpenList } from './types.ts';

/** Opens the history of a chosen row, or of its cell under the cursor. */
export function usePastOfRow({ grid, columns }: Pick<OpenList, 'grid' | 'columns'>) {
  const projectId = useEstimate().about.project.id;
  const openPast = useOpenPast();
  const fieldHere = () => FILLED_FIELDS.find((field) => field === columns[grid.getSnapshot().context.cursor.col]?.id);
  const open = ({ known: [row] }: ChosenRows, field: ReturnType<typeof fieldHere>) =>
    row && openPast({ projectId, of: 'row', id: row.id, name: row.name, ...(field && { field }) });
  return {
    hasCell: () => fieldHere() !== undefined,
    hasPast: ({ known }: ChosenRows) => known.length === 1 && known.every(({ id }) => id > 0),
    doers: { past: (chosen: ChosenRows) => open(chosen, undefined), pastOfCell: (chosen: ChosenRows) => open(chosen, fieldHere()) },
  };
}
