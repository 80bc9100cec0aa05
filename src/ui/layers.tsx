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

/** Provides the error boundary for floating parts: one that breaks, or whose code cannot be fetched, must not break the page. */
export const KeptApart = Apart.Provider;
export const useKeptApart = () => useContext(Apart);

/** Names the landmark of floating elements in the language of the page. */
export function nameLayers(name: string): void {
  layers()?.setAttribute('aria-label', name);
}

/** Base UI hides its focus guards from screen readers, but an element that takes the focus must not be hidden from them. */
export function showGuards(popup: HTMLElement | null): void {
  if (popup === null) return;
  requestAnimationFrame(() => {
    for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) guard.removeAttribute('aria-hidden');
  });
}
