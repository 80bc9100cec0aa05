import { useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ComparisonScreen } from './needs.ts';

export function useComparison(newId: number, oldId: number): ComparisonScreen {
  const { comparison } = useScreens();
  return useMemo(() => comparison(newId, oldId), [comparison, newId, oldId]);
}
