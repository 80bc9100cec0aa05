import { useSelector } from '@xstate/react';
import type { Limit } from '../../../domain/access.ts';
import { preloadedPart } from '../../ui/part.tsx';
import { useScreens } from '../screens.tsx';

const Past = preloadedPart(() => import('./Past.tsx').then((module) => module.Past));

interface PastPanelProps {
  readonly projectId: number;
  readonly limit?: Limit | null | undefined;
}

/** The history panel on a screen of a project. */
export function PastPanel({ projectId, limit }: PastPanelProps) {
  const { past } = useScreens();
  const isOpen = useSelector(past, ({ context }) => context.subject?.projectId === projectId);
  return <Past mounted={isOpen} projectId={projectId} mayEdit={limit === null || limit === undefined} />;
}
