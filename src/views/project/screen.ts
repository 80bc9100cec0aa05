import { useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { ProjectScreen } from './needs.ts';

export function useProjectScreen(projectId: number): ProjectScreen {
  const { project } = useScreens();
  return useMemo(() => project(projectId), [project, projectId]);
}
