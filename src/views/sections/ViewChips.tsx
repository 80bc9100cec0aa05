import type { RowView, ViewField } from '../../../domain/rowView.ts';
import type { Arrangement } from '../../machines/rowView/rowView.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shownQuantity } from '../figures.tsx';
import { filteredBy, filterName, sortedBy, sortName } from './arrangement.ts';
import styles from './sections.module.css';

interface ViewChipsProps {
  readonly view: RowView;
  readonly nameOf: (field: ViewField) => string;
  readonly onArrange: (arrangement: Arrangement) => void;
}

/** Chips for the sort order and the filters of a list's rows; each can be removed. */
export function ViewChips({ view, nameOf, onArrange }: ViewChipsProps) {
  const { sort, filters } = view;
  return (
    <div className={styles.chips} role="status">
      {sort && (
        <button type="button" className={styles.chip} onClick={() => onArrange(sortedBy(view, null))}>
          {sortName(sort, nameOf)}
          <Icon name="cross" />
        </button>
      )}
      {filters.map((filter) => {
        const name = filterName(filter, nameOf, shownQuantity);
        return (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-label={m.view_drop_filter({ filter: name })}
            onClick={() => onArrange(filteredBy(view, filter.is === 'commented' ? null : filter.field, null))}
          >
            {name}
            <Icon name="cross" />
          </button>
        );
      })}
      <Button kind="func" size="extra-small" onClick={() => onArrange({ sort: null, filters: [] })}>
        {m.view_clear()}
      </Button>
    </div>
  );
}
