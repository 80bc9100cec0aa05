import { use, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { useIdParam, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { Log } from './Log.tsx';

/** The security log of a team, for its owners and admins. */
export function LogScreen() {
  const teamId = useIdParam('id') ?? 0;
  useTitle(m.log_title());
  useTeamOf(teamId);
  const logOf = use(useScreens().securityLog());
  const part = useMemo(() => logOf(teamId), [logOf, teamId]);
  return (
    <AppShell title={m.log_title()}>
      <Log key={teamId} part={part} />
    </AppShell>
  );
}
