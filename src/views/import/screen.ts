import { use, useEffect, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ImportScreen } from './needs.ts';

export function useImportScreen(projectId: number): ImportScreen {
  const importOf = use(useScreens().imports());
  return useMemo(() => importOf(projectId), [importOf, projectId]);
}

/** Loads rows again when others have changed the import. */
export const useOthers = ({ others }: ImportScreen, reload: () => void): void =>
  useEffect(() => others.subscribe(reload), [others, reload]);
