import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { MembersPart } from './needs.ts';

export function useMembers(projectId: number): MembersPart {
  const membersOf = use(useScreens().members());
  return useMemo(() => membersOf(projectId), [membersOf, projectId]);
}
