import type { MouseEvent } from 'react';
import { m } from '../../messages/messages.ts';
import table from '../../ui/Table.module.css';
import { listTitle } from '../figures.tsx';
import { paths } from '../routing.tsx';
import { useAct } from './context.ts';
import { ListsToClaim } from './ListsToClaim.tsx';
import { ProgressTable } from './ProgressTable.tsx';
import { useCompleteMenu } from './useCompleteMenu.ts';

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
        <ProgressTable summary={summary} currency={act.currency} addressOf={(listId) => paths.actList(act.id, listId)} />
      ) : (
        <ListsToClaim summary={summary} addressOf={(listId, only) => paths.actList(act.id, listId, only)} />
      )}
    </section>
  );
}
