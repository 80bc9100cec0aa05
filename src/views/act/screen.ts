import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ActScreen } from './needs.ts';

export function useActScreen(actId: number): ActScreen {
  const actOf = use(useScreens().act());
  return useMemo(() => actOf(actId), [actOf, actId]);
}
