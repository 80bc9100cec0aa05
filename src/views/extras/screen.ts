import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ExtraScreens, ExtrasShown } from './needs.ts';

export const useExtras = (): ExtraScreens => use(useScreens().extras());

/** The extras of a version. */
export function useExtrasPage(versionId: number): ExtrasShown {
  const extras = useExtras();
  return useMemo(() => extras.page(versionId), [extras, versionId]);
}
