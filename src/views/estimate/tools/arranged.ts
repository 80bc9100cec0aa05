import { isArranged, type RowView } from '../../../../domain/rowView.ts';
import { m } from '../../../messages/messages.ts';

/** Why rows cannot be inserted into a sorted or filtered view; null where they can. */
export function placesIn(
  view: RowView,
  blocked: string | null,
): { readonly placeless: string | null; readonly blockedPlace: string | null } {
  const placeless = isArranged(view) ? m.view_no_place() : null;
  return { placeless, blockedPlace: blocked ?? placeless };
}
