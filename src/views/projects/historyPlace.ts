import { useLocation } from '../routing.tsx';

const places = new WeakMap<object, number>();

/**
 * The number of the page among those of the browser's Back and Forward. It stays when only the address is replaced. It is read once for
 * each location, because the browser may be at the next page before this one is left.
 */
export function useHistoryPlace(): number {
  const location = useLocation();
  const state = window.history.state as { readonly idx?: number } | null;
  const place = places.get(location) ?? state?.idx ?? 0;
  places.set(location, place);
  return place;
}
