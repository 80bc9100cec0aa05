import { useEffect, useEffectEvent } from 'react';

/** Functions that close whatever is open over the page, the topmost last. */
const open: (() => void)[] = [];

function stay(event: NavigateEvent): void {
  // Browsers do not let a page trap a person: a second Back without a click or key press in between cannot be cancelled.
  if (event.navigationType !== 'traverse' || !event.cancelable || open.length === 0) return;
  event.preventDefault();
  open.at(-1)?.();
}

/** Rendered inside something that lies over the page: the browser's Back then closes it, and the page below stays. */
export function Back({ onBack }: { readonly onBack: () => void }) {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    const own = () => close();
    open.push(own);
    // Adding the same listener again has no effect. Some browsers have no `navigation`.
    globalThis.navigation?.addEventListener('navigate', stay);
    return () => void open.splice(open.indexOf(own), 1);
  }, []);
  return null;
}
