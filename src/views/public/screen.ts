import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { PublicActScreen } from './needs.ts';

export function usePublicActScreen(): PublicActScreen {
  const publicActOf = use(useScreens().publicAct());
  return useMemo(() => publicActOf(), [publicActOf]);
}
