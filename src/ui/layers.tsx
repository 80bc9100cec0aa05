import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react';

const layers = (): HTMLElement | undefined => document.getElementById('layers') ?? undefined;
const Within = createContext(false);

/** The provider around a layer's content. Elements that float over that content go into the same layer, which is above the page. */
export const Layer = ({ children }: { readonly children: ReactNode }) => <Within value>{children}</Within>;

/** The container of a floating element: one landmark of index.html, so that nothing is outside all landmarks; within another layer, that layer. */
export function useLayer(): HTMLElement | undefined {
  return useContext(Within) ? undefined : layers();
}

const Apart = createContext<ComponentType<{ readonly children: ReactNode }>>(Fragment);

/** The provider of what keeps a floating part that breaks, or whose code cannot be fetched, from breaking the page with it. */
export const KeptApart = Apart.Provider;
export const useKeptApart = () => useContext(Apart);

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
