import { useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { MembersPart } from './needs.ts';

export function useMembers(projectId: number): MembersPart {
  const { members } = useScreens();
  return useMemo(() => members(projectId), [members, projectId]);
}
