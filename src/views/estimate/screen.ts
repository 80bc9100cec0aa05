import { useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { EstimateScreen } from './needs.ts';

export function useEstimateScreen(versionId: number): EstimateScreen {
  const { estimate } = useScreens();
  return useMemo(() => estimate(versionId), [estimate, versionId]);
}
