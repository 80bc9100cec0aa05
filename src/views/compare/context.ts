import { createContext, useContext } from 'react';
import type { ProjectWithVersions } from '../project/needs.ts';
import type { Comparison, ComparisonScreen } from './needs.ts';

/** The values that the parts of a comparison share. */
export interface CompareShown {
  readonly screen: ComparisonScreen;
  readonly comparison: Comparison;
  readonly about: ProjectWithVersions;
  /** Counts edits in the project; rows are compared again when it grows. */
  readonly changes: number;
}
const CompareContext = createContext<CompareShown | null>(null);
export const CompareProvider = CompareContext;

export function useCompared(): CompareShown {
  const shown = useContext(CompareContext);
  if (shown === null) throw new Error('CompareProvider is missing');
  return shown;
}
