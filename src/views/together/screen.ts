import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { Together } from './needs.ts';

export function useTogether(projectId: number, versionId: number): Together {
  const togetherOf = use(useScreens().together());
  return useMemo(() => togetherOf(projectId, versionId), [togetherOf, projectId, versionId]);
}
