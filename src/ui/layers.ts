/** What floats over the page is in one landmark of index.html, so that nothing of it lies outside all landmarks. */
export const layers = (): HTMLElement | undefined => document.getElementById('layers') ?? undefined;

/** Names that landmark in the language of the page. */
export function nameLayers(name: string): void {
  layers()?.setAttribute('aria-label', name);
}

/** Base UI hides its focus guards from screen readers although they take the focus, which no focusable element may be. */
export function showGuards(popup: HTMLElement | null): void {
  if (popup === null) return;
  requestAnimationFrame(() => {
    for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) guard.removeAttribute('aria-hidden');
  });
}
