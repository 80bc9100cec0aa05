import type { MouseEvent } from 'react';
import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { lazyPart } from '../../ui/part.tsx';
import table from '../../ui/Table.module.css';
import { listTitle } from '../figures.tsx';
import { Link, paths } from '../routing.tsx';
import { useAct } from './context.ts';
import { ListsToClaim } from './ListsToClaim.tsx';
import { ProgressTable } from './ProgressTable.tsx';
import { useCompleteMenu } from './useCompleteMenu.ts';

const WholeContract = lazyPart(() => import('./WholeContract.tsx').then((module) => module.WholeContract));

/** The act in one table: its claims and the progress of the job. */
export function ActSummaryTable() {
  const { act, summary, priced } = useAct();
  const openMenu = useCompleteMenu();
  const onContextMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-list]') : null;
    const list = summary.costs.find(({ id }) => String(id) === row?.dataset.list);
    openMenu(event, list && { id: list.id, name: listTitle(list.title) });
  };
  return (
    <section className={table.scroll} data-paper="wide" aria-label={m.summary()} onContextMenu={onContextMenu}>
      {priced ? (
        <ProgressTable
          summary={summary}
          currency={act.currency}
          addressOf={(listId) => paths.actList(act.id, listId)}
          carried={act.carried}
        />
      ) : (
        <ListsToClaim summary={summary} addressOf={(listId, only) => paths.actList(act.id, listId, only)} />
      )}
      {priced && act.carried.length > 0 && (
        <Arriving>
          <WholeContract
            carried={act.carried}
            summary={summary}
            currency={act.currency}
            rows={
              <Link to={paths.carried(act.project_id, act.version_id)} className="off-paper">
                {m.carry_rows_of()}
              </Link>
            }
          />
        </Arriving>
      )}
    </section>
  );
}
