import { isArranged, type RowView } from '../../../../domain/rowView.ts';
import { m } from '../../../messages/messages.ts';

/** Why there is no place between two rows of a view, and why nothing can be put into one; null where it can. */
export function placesIn(
  view: RowView,
  blocked: string | null,
): { readonly placeless: string | null; readonly blockedPlace: string | null } {
  const placeless = isArranged(view) ? m.view_no_place() : null;
  return { placeless, blockedPlace: blocked ?? placeless };
}
