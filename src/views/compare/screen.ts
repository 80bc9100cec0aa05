import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ComparisonScreen } from './needs.ts';

export function useComparison(newId: number, oldId: number): ComparisonScreen {
  const comparisonOf = use(useScreens().comparison());
  return useMemo(() => comparisonOf(newId, oldId), [comparisonOf, newId, oldId]);
}
