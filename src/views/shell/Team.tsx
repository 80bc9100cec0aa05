import { lazyPart } from '../../ui/part.tsx';
import { useCompany } from '../actum.tsx';
import { Palette } from '../palette/Palette.tsx';
import { Outlet, paths, usePathname } from '../routing.tsx';
import { AppShell, SidebarProjects } from './AppShell.tsx';
import { Boundary } from './Boundary.tsx';
import { WholePageSpinner } from './Whole.tsx';

const NoTeam = lazyPart(() => import('../team/NoTeam.tsx').then((module) => module.NoTeam));

/** The screens of a signed-in person with an active team. When a screen breaks, the bar and the sidebar remain. */
export function Team() {
  const { teams, team } = useCompany();
  const path = usePathname();
  if (team !== null) {
    return (
      <SidebarProjects key={team.id} teamId={team.id}>
        <Palette teamId={team.id}>
          <Boundary around={(broken, title) => <AppShell title={title}>{broken}</AppShell>}>
            {team.is_closed && path !== paths.account ? <AppShell title={team.name}>{null}</AppShell> : <Outlet />}
          </Boundary>
        </Palette>
      </SidebarProjects>
    );
  }
  return teams.length === 0 ? <NoTeam /> : <WholePageSpinner />;
}
