import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SidebarProject } from '../../../domain/contract/shapes.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, Mark } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Shell, SideHead } from '../../ui/Shell.tsx';
import { useCompany, useLogOut, useProfile } from '../actum.tsx';
import { useReading, useStored } from '../reading.ts';
import { Link, paths, Tab, useGo } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import styles from './AppShell.module.css';

interface Sidebar {
  readonly projects: readonly SidebarProject[] | null;
  readonly reload: () => void;
}
const SidebarContext = createContext<Sidebar>({ projects: null, reload: () => undefined });

/** Reads the team's projects once for all screens. */
export function SidebarProjects({ teamId, children }: { readonly teamId: number; readonly children: ReactNode }) {
  const screens = useScreens();
  const sidebar = useMemo(() => screens.sidebar(teamId), [screens, teamId]);
  const projects = useStored(sidebar.projects);
  const { reload } = useReading(sidebar.reading);
  return <SidebarContext value={useMemo(() => ({ projects, reload }), [projects, reload])}>{children}</SidebarContext>;
}
/** To be called after something that changes which projects there are. */
export const useReloadSidebar = (): (() => void) => useContext(SidebarContext).reload;

export const Brand = () => (
  <Link to={paths.projects}>
    <Mark />
    Actum
  </Link>
);

function TeamPicker() {
  const { teams, team, choose } = useCompany();
  if (team === null) return null;
  const name = (
    <>
      <Icon name="people" />
      <span className={styles.team}>{team.name}</span>
    </>
  );
  if (teams.length < 2) return <div className={styles.head}>{name}</div>;
  return (
    <Menu
      trigger={
        <button type="button" aria-label={`Team: ${team.name}`}>
          {name}
          <Icon name="chevronDown" />
        </button>
      }
      options={teams.map((each) => ({ key: String(each.id), label: each.name, chosen: each.id === team.id }))}
      onChoose={(key) => choose(Number(key))}
    />
  );
}

function Account() {
  const profile = useProfile();
  const logOut = useLogOut();
  if (profile === null) return null;
  return (
    <Menu
      trigger={
        <button type="button" aria-label={`Account: ${profile.name}`}>
          <b className={styles.avatar}>{profile.name.slice(0, 1).toUpperCase()}</b>
          <span>{profile.name}</span>
        </button>
      }
      options={[{ key: 'log out', label: 'Log out' }]}
      onChoose={logOut}
    />
  );
}

function ProjectsSidebar() {
  const { projects } = useContext(SidebarContext);
  const go = useGo();
  return (
    <>
      <TeamPicker />
      <SideHead>
        Projects
        <Button kind="ghost" size="extra-small" icon="plus" aria-label="Add a project" onClick={() => go(`${paths.projects}?new`)} />
      </SideHead>
      {(projects ?? []).map(({ id, name }) => (
        <Tab key={id} to={paths.project(id)} exact={false}>
          <Icon name="folder" />
          <span>{name}</span>
        </Tab>
      ))}
      {projects?.length === 0 && <p className={styles.none}>Projects with an estimate stand here.</p>}
      <span className="grow" />
      <Account />
    </>
  );
}

interface AppShellProps {
  readonly title: ReactNode;
  readonly trail?: readonly { readonly key: string; readonly link: ReactNode }[];
  readonly actions?: ReactNode;
  readonly startsFolded?: boolean;
  readonly subbar?: ReactNode;
  readonly status?: ReactNode;
  readonly sidebar?: ReactNode;
  readonly sidebarLabel?: string;
  readonly children: ReactNode;
}

/** The frame of every screen of a person who is signed in. */
export const AppShell = ({ sidebar, ...rest }: AppShellProps) => (
  <Shell {...rest} brand={<Brand />} sidebar={sidebar ?? <ProjectsSidebar />} />
);
