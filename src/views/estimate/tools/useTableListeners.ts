import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { GridHandle } from '../../../ui/grid/types.ts';

/** Each returns whether it handled the event. The table does not get a handled event. */
type Listeners = { readonly [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => boolean };

/** Listens to the events of a table before the table does. */
export function useTableListeners(handle: RefObject<GridHandle | null>, isEmpty: boolean, isMovable: boolean, listeners: Listeners): void {
  const latest = useRef(listeners);
  useLayoutEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const element = handle.current?.element;
    const leave = new AbortController();
    for (const type of Object.keys(latest.current) as (keyof Listeners)[]) {
      // An empty list has no focus, so a paste arrives at the document.
      const target = type === 'paste' && isEmpty ? document : element;
      const hear = (event: Event) => {
        if (latest.current[type]?.(event as never) !== true) return;
        event.preventDefault();
        event.stopPropagation();
      };
      target?.addEventListener(type, hear, leave);
    }
    if (element) element.dataset.movable = String(isMovable);
    return () => leave.abort();
  }, [handle, isEmpty, isMovable]);
}
