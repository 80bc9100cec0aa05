import { useSyncExternalStore } from 'react';

/** The same width as in the style sheets. */
const NARROW = '(max-width: 720px)';

export const isNarrow = (): boolean => typeof matchMedia === 'function' && matchMedia(NARROW).matches;

function subscribe(listener: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => undefined;
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone's. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
