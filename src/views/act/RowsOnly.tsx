import { ACT_ROWS_ONLY, type ActRowsOnly } from '../../../domain/rowView.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useGo, useSearchParam } from '../routing.tsx';
import styles from './act.module.css';

/** Only an answered act has rows that were certified differently. */
const choices = (isAnswered: boolean) => [null, ...ACT_ROWS_ONLY.filter((only) => isAnswered || only !== 'differs')];
const NAMES: Readonly<Record<ActRowsOnly, () => string>> = {
  claimed: m.act_rows_claimed,
  left: m.act_rows_left,
  differs: m.act_rows_differ,
};
const NONE: Readonly<Record<ActRowsOnly, () => string>> = {
  claimed: m.act_rows_none_claimed,
  left: m.act_rows_none_left,
  differs: m.act_rows_none_differ,
};
export const nameOfOnly = (only: ActRowsOnly | null): string => (only === null ? m.act_rows_all() : NAMES[only]());

/** The rows the address asks for; null for all. */
export function useRowsOnly(): ActRowsOnly | null {
  const asked = useSearchParam('only');
  return ACT_ROWS_ONLY.find((only) => only === asked) ?? null;
}

interface RowsOnlyProps {
  readonly only: ActRowsOnly | null;
  readonly addressOf: (only: ActRowsOnly | null) => string;
}

/** Chooses which rows of an act are shown. */
export function RowsOnly({ only, addressOf, count, isAnswered }: RowsOnlyProps & { readonly count: number; readonly isAnswered: boolean }) {
  const go = useGo();
  const see = (which: ActRowsOnly | null) => go(addressOf(which), { replace: true });
  useScreenActions(
    choices(isAnswered)
      .filter((which) => which !== only)
      .map((which) => ({ name: m.palette_show({ name: nameOfOnly(which) }), run: () => see(which) })),
  );
  return (
    <>
      <fieldset aria-label={m.act_rows_shown()} className={styles.only}>
        {choices(isAnswered).map((which) => (
          <Filter key={which ?? 'all'} chosen={which === only} onChoose={() => see(which)}>
            {nameOfOnly(which)}
          </Filter>
        ))}
      </fieldset>
      <span role="status" className="muted">
        {only !== null && (
          <>
            <b className={styles.onPaper}>{nameOfOnly(only)} · </b>
            {m.view_shown_rows({ count })} · {m.act_rows_sums_whole()}
          </>
        )}
      </span>
    </>
  );
}

/** Shown in place of rows where no row passes the choice. */
export function NoRowsLikeThat({ only, addressOf }: RowsOnlyProps & { readonly only: ActRowsOnly }) {
  const go = useGo();
  return (
    <EmptyState
      title={NONE[only]()}
      action={
        <Button size="small" onClick={() => go(addressOf(null), { replace: true })}>
          {m.act_rows_show_all()}
        </Button>
      }
    >
      {m.act_rows_sums_whole()}
    </EmptyState>
  );
}
