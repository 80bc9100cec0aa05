import { useEffect } from 'react';
import { useOpenedIn } from '../actum.tsx';

/** Makes the team a record belongs to the active one, once the record is read. */
export function useTeamOf(teamId: number | undefined): void {
  const openedIn = useOpenedIn();
  useEffect(() => {
    if (teamId !== undefined) openedIn(teamId);
  }, [teamId, openedIn]);
}
