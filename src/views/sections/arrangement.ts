import { isTextField, type RowFilter, type RowView, type ViewField } from '../../../domain/rowView.ts';
import type { Arrangement } from '../../machines/rowView/rowView.ts';
import { m } from '../../messages/messages.ts';

const fieldOf = (filter: RowFilter) => (filter.is === 'commented' ? null : filter.field);

export const filterOf = ({ filters }: RowView, field: ViewField | null): RowFilter | undefined =>
  filters.find((filter) => fieldOf(filter) === field);

/** The arrangement with another sort order; null restores the list's own. */
export const sortedBy = ({ filters }: RowView, sort: RowView['sort'] | null): Arrangement => ({ filters, sort });

/** The arrangement with another filter of a column, or of comments where the column is null; a null filter removes it. */
export const filteredBy = (
  { sort, filters }: Pick<RowView, 'sort'> & Pick<Arrangement, 'filters'>,
  field: ViewField | null,
  filter: RowFilter | null,
): Arrangement => ({
  sort: sort ?? null,
  filters: [...filters.filter((each) => fieldOf(each) !== field), ...(filter === null ? [] : [filter])],
});

type NameOf = (field: ViewField) => string;

export function filterName(filter: RowFilter, nameOf: NameOf, shown: (number: string) => string): string {
  if (filter.is === 'commented') return m.view_filter_commented();
  const column = nameOf(filter.field);
  if (filter.is === 'containing') return m.view_filter_contains({ column, text: filter.text });
  if (filter.is === 'empty') return isTextField(filter.field) ? m.view_filter_empty({ column }) : m.view_filter_zero({ column });
  const [from, to] = [filter.from, filter.to].map((bound) => (bound === undefined ? undefined : shown(bound)));
  if (from !== undefined && to !== undefined) return m.view_filter_between({ column, from, to });
  return from === undefined ? m.view_filter_to({ column, to: to ?? '' }) : m.view_filter_from({ column, from });
}

export const sortName = ({ field, falling }: NonNullable<RowView['sort']>, nameOf: NameOf): string =>
  (falling ? m.view_sorted_down : m.view_sorted_up)({ column: nameOf(field) });
