import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { Compared, ComparisonScreen } from './needs.ts';

export function useComparison({ newId, oldId, momentId }: Compared): ComparisonScreen {
  const comparisonOf = use(useScreens().comparison());
  return useMemo(() => comparisonOf({ newId, oldId, momentId }), [comparisonOf, newId, oldId, momentId]);
}
