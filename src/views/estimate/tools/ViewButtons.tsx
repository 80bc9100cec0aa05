import { isArranged } from '../../../../domain/rowView.ts';
import { m } from '../../../messages/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './tools.module.css';
import type { OpenList } from './types.ts';

interface ViewButtonsProps {
  readonly open: OpenList;
  readonly onColumns: () => void;
}

/** Folds and unfolds all sections, and opens the dialogs for sorting, filters and columns. */
export function ViewButtons({ open: { view, viewing, rows, count }, onColumns }: ViewButtonsProps) {
  const hasSections =
    !isArranged(view) && Array.from({ length: Math.min(count, 200) }, (_, at) => rows.at(at)).some((row) => (row?.level ?? 0) > 0);
  const fold = (foldedFrom: number | null) => () => viewing.send({ type: 'level.chosen', foldedFrom });
  return (
    <span className={styles.viewing}>
      {hasSections && (
        <>
          <Button kind="func" size="extra-small" onClick={fold(1)}>
            {m.sections_fold_all()}
          </Button>
          <Button kind="func" size="extra-small" onClick={fold(null)}>
            {m.sections_unfold_all()}
          </Button>
        </>
      )}
      <Button kind="func" size="extra-small" onClick={() => viewing.send({ type: 'arranging.asked', field: view.sort?.field ?? 'name' })}>
        {m.view_title()}
      </Button>
      <Button kind="func" size="extra-small" onClick={onColumns}>
        {m.columns_title()}
      </Button>
    </span>
  );
}
