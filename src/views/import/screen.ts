import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ImportScreen } from './needs.ts';

export function useImportScreen(projectId: number): ImportScreen {
  const importOf = use(useScreens().imports());
  return useMemo(() => importOf(projectId), [importOf, projectId]);
}
