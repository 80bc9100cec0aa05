import table from '../../ui/Table.module.css';
import { paths } from '../routing.tsx';
import { useAct } from './context.ts';
import { ProgressTable } from './ProgressTable.tsx';

/** The act in one table: what it claims, and where the job stands. */
export function ActSummaryTable() {
  const { act, summary } = useAct();
  return (
    <div className={table.scroll}>
      <ProgressTable summary={summary} currency={act.currency} addressOf={(listId) => paths.actList(act.id, listId)} />
    </div>
  );
}
