export type WayBack = () => HTMLElement | null;

/**
 * Call it when something opens. The returned function, called when that closes, gives the element that had the focus before; null where it is gone, and then
 * KeptFocus finds another.
 */
export function wayBack(): WayBack {
  const focused = document.activeElement;
  return () => (focused instanceof HTMLElement && focused.isConnected && focused !== document.body ? focused : null);
}
