import { createContext, useContext } from 'react';
import type { Act, ActSummary } from '../../../domain/contract/shapes.ts';
import type { ActScreen } from '../screens.tsx';

/** What the parts of an act's screen share. */
export interface ActShown {
  readonly screen: ActScreen;
  readonly act: Act;
  readonly summary: ActSummary;
  /** Why nothing can be typed, or null. */
  readonly lockedBy: string | null;
  readonly changes: number;
}
const ActContext = createContext<ActShown | null>(null);
export const ActProvider = ActContext;

export function useAct(): ActShown {
  const shown = useContext(ActContext);
  if (shown === null) throw new Error('ActProvider is missing');
  return shown;
}
