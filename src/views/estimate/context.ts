import { createContext, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Version, VersionSummary } from '../../../domain/api/shapes.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import type { EstimateScreen, ListChanges } from './needs.ts';

/** The values that the parts of an estimate's screen share. */
export interface EstimateShown {
  readonly estimate: EstimateScreen;
  readonly summary: VersionSummary;
  readonly readSummary: () => void;
  readonly about: ProjectWithVersions;
  readonly version: Version | undefined;
  /** Why the estimate cannot be edited, or null. */
  readonly blocked: string | null;
  /** Whether the person sees prices. */
  readonly priced: boolean;
  /** Changes to whole lists. */
  readonly listChanges: ActorRefFrom<ListChanges>;
}
const EstimateContext = createContext<EstimateShown | null>(null);
export const EstimateProvider = EstimateContext;

export function useEstimate(): EstimateShown {
  const shown = useContext(EstimateContext);
  if (shown === null) throw new Error('EstimateProvider is missing');
  return shown;
}
