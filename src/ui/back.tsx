import { useEffect, useEffectEvent } from 'react';

/** The layers open over the page, the uppermost last. */
const open: (() => void)[] = [];

function stay(event: NavigateEvent): void {
  // The browser lets no page hold anybody: a second Back without a press between is not cancelable.
  if (event.navigationType !== 'traverse' || !event.cancelable || open.length === 0) return;
  event.preventDefault();
  open.at(-1)?.();
}

/** Inside something that lies over the page: Back closes it, and the page below stays. */
export function Back({ onBack }: { readonly onBack: () => void }) {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    const own = () => close();
    open.push(own);
    // The same listener is added once. Some browsers have no such events.
    globalThis.navigation?.addEventListener('navigate', stay);
    return () => void open.splice(open.indexOf(own), 1);
  }, []);
  return null;
}
