import { m } from '../../messages/messages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useCompany } from '../actum.tsx';
import { Palette } from '../palette/Palette.tsx';
import { Outlet } from '../routing.tsx';
import { SidebarProjects } from './AppShell.tsx';
import { WholePageSpinner } from './Whole.tsx';

/** Screens of a person who is signed in and whose team is known. */
export function Team() {
  const { teams, team } = useCompany();
  if (team !== null) {
    return (
      <SidebarProjects key={team.id} teamId={team.id}>
        <Palette teamId={team.id}>
          <Outlet />
        </Palette>
      </SidebarProjects>
    );
  }
  return teams.length === 0 ? <EmptyState title={m.shell_no_team()}>{m.shell_ask_to_be_added()}</EmptyState> : <WholePageSpinner />;
}
