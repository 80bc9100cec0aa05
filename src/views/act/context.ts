import { createContext, useContext } from 'react';
import type { Act, ActSummary } from '../../../domain/api/shapes.ts';
import type { ActScreen, ToComplete } from './needs.ts';
import type { ActRestrictions } from './restrictions.ts';

/** The values that the parts of an act's screen share. */
interface ActShown {
  readonly screen: ActScreen;
  readonly act: Act;
  readonly summary: ActSummary;
  readonly readSummary: () => void;
  readonly restrictions: ActRestrictions;
  readonly completing: Completing;
  readonly completions: number;
  /** Whether the person sees prices. */
  readonly priced: boolean;
}
export interface Completing {
  /** Completes all of it at once. */
  readonly complete: (what: ToComplete) => void;
  /** Completes it to a percent the person enters. */
  readonly ask: (what: ToComplete) => void;
}
const ActContext = createContext<ActShown | null>(null);
export const ActProvider = ActContext;

export function useAct(): ActShown {
  const shown = useContext(ActContext);
  if (shown === null) throw new Error('ActProvider is missing');
  return shown;
}
