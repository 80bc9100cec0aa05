import { use, useMemo } from 'react';
import type { Extra } from '../../../domain/contract/contractShapes.ts';
import { useScreens } from '../screens.tsx';
import type { ExtraScreens, ExtrasShown } from './needs.ts';

export const useExtras = (): ExtraScreens => use(useScreens().extras());

/** The extras of a version: those of a status, or all. */
export function useExtrasPage(versionId: number, status: Extra['status'] | null): ExtrasShown {
  const extras = useExtras();
  return useMemo(() => extras.page(versionId, status), [extras, versionId, status]);
}
