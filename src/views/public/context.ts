import { createContext, useContext } from 'react';
import type { ActSummary, PublicAct } from '../../../domain/api/shapes.ts';
import type { PublicActScreen } from './needs.ts';

export interface PublicShown {
  readonly screen: PublicActScreen;
  readonly about: PublicAct;
  readonly summary: ActSummary;
  /** The address of its pages: a link that may answer has addresses of its own. */
  readonly addresses: { readonly act: string; readonly list: (listId: number, only?: string | null) => string };
}
const PublicContext = createContext<PublicShown | null>(null);
export const PublicProvider = PublicContext;

export function usePublicAct(): PublicShown {
  const shown = useContext(PublicContext);
  if (shown === null) throw new Error('PublicProvider is missing');
  return shown;
}
