import { useCallback } from 'react';
import type { PastSubject } from '../../machines/past/past.ts';
import { useScreens } from '../screens.tsx';

/** Opens the history of a record. */
export function useOpenPast(): (subject: PastSubject) => void {
  const { past } = useScreens();
  return useCallback((subject) => past.send({ type: 'past.opened', subject }), [past]);
}
