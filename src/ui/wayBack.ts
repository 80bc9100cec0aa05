export type WayBack = () => HTMLElement | null;

/** Called when something opens. Its answer gives what had the focus then, once that closes; null where it has gone, and then KeptFocus finds another. */
export function wayBack(): WayBack {
  const focused = document.activeElement;
  return () => (focused instanceof HTMLElement && focused.isConnected && focused !== document.body ? focused : null);
}
