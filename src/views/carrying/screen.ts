import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { CarriedPart, CarryingPart, CarryingScreens } from './needs.ts';

export const useCarryings = (): CarryingScreens => use(useScreens().carryings());

/** A preview of the work to be carried into a version. */
export function useCarrying(versionId: number): CarryingPart {
  const carryings = useCarryings();
  return useMemo(() => carryings.into(versionId), [carryings, versionId]);
}

export function useImportCarrying(projectId: number): CarryingPart {
  const carryings = useCarryings();
  return useMemo(() => carryings.ofImport(projectId), [carryings, projectId]);
}

/** The work that a version has carried. */
export function useCarried(versionId: number): CarriedPart {
  const carryings = useCarryings();
  return useMemo(() => carryings.carried(versionId), [carryings, versionId]);
}
