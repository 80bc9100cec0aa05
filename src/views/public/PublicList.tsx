import { useEffect, useMemo, useRef } from 'react';
import type { ActRow, ActSummary } from '../../../domain/api/shapes.ts';
import type { ActRowsOnly } from '../../../domain/rowView.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import act from '../act/act.module.css';
import { listTotals, placeOf, useActColumns } from '../act/actColumns.tsx';
import { useBeforeNoted } from '../act/beforeNote.ts';
import { NoRowsLikeThat, RowsOnly, useRowsOnly } from '../act/RowsOnly.tsx';
import { listTitle } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useStored } from '../reading.ts';
import { useIdParam } from '../routing.tsx';
import { FoldTools } from '../sections/FoldTools.tsx';
import { useRowView } from '../sections/useRowView.ts';
import { usePublicAct } from './context.ts';
import styles from './public.module.css';

const looksOf = (row: ActRow) => (row.kind === 'section' ? 'section' : undefined);

interface KnownListProps {
  readonly list: ActSummary['costs'][number];
  readonly only: ActRowsOnly | null;
}
function KnownList({ list, only }: KnownListProps) {
  const { screen, about, summary, addresses } = usePublicAct();
  const { rows, windows, ...viewed } = useMemo(() => screen.list(about.act.id, list.id, only), [screen, about.act.id, list.id, only]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  const whole = useStored(viewed.shown);
  const folds = useRowView(viewed, rows, reload);
  // After a change of the act the sums are loaded first, then the rows.
  const known = useRef(summary);
  useEffect(() => {
    if (known.current !== summary) reload();
    known.current = summary;
  }, [summary, reload]);
  const section = useRef<HTMLElement>(null);
  const columns = useBeforeNoted(
    useActColumns(about.currency, list, rows, count, folds, true, undefined, about.answer !== null),
    about.carried,
    summary,
  );
  if (failure !== null && count === null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  const addressOf = (which: ActRowsOnly | null) => addresses.list(list.id, which);
  return (
    <section ref={section} className={styles.rows} aria-label={listTitle(list.title)}>
      <div className={act.tools}>
        <RowsOnly only={only} addressOf={addressOf} count={count} isAnswered={about.answer !== null} />
        {only === null && (
          <FoldTools rows={rows} count={count} placeOf={placeOf} view={folds.view} viewing={folds.viewing} table={section} />
        )}
      </div>
      <ReadGrid
        label={listTitle(list.title)}
        columns={columns}
        rows={rows}
        count={count}
        looksOf={looksOf}
        onSeen={onSeen}
        totals={listTotals(
          list,
          whole?.stored ?? count,
          true,
          summary.claimed?.costs.find(({ id }) => id === list.id),
          columns[0]?.above === true,
        )}
        empty={
          only === null || whole?.stored === 0 ? (
            <EmptyState title={m.list_empty()} />
          ) : (
            <NoRowsLikeThat only={only} addressOf={addressOf} />
          )
        }
      />
      <RowsUnread failure={failure} onRetry={retry} />
    </section>
  );
}

/** One list of the shared act. */
export function PublicList() {
  const { summary } = usePublicAct();
  const only = useRowsOnly();
  const listId = useIdParam('list');
  const list = summary.costs.find(({ id }) => id === listId);
  return list ? <KnownList key={`${list.id} ${only}`} list={list} only={only} /> : <EmptyState title={m.act_no_such_list()} />;
}
