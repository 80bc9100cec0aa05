import { useActorRef } from '@xstate/react';
import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import type { SidebarProject } from '../../../domain/api/shapes.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { THEMES } from '../../machines/theme/theme.ts';
import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon, Mark } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { lazyPart, preloadedPart } from '../../ui/part.tsx';
import { Shell, SideHead, useFolding } from '../../ui/Shell.tsx';
import { useCompany, useForgetsOnReload, useInvitationOffer, useLanguage, useLogOut, useProfile } from '../actum.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { PaletteButton } from '../palette/Palette.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { Link, paths, Tab, useGo, useIsForwardNavigation } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { useTheme } from '../theme.tsx';
import styles from './AppShell.module.css';
import { Boundary } from './Boundary.tsx';
import { LANGUAGE_NAMES, THEME_NAMES } from './choices.ts';
import { useTeamOpenings } from './openings.ts';

const Connection = preloadedPart(() => import('./Connection.tsx').then((module) => module.Connection));
const FactorAsked = lazyPart(() => import('../team/FactorAsked.tsx').then((module) => module.FactorAsked));
const InvitationOffer = preloadedPart(() => import('../team/InvitationOffer.tsx').then((module) => module.InvitationOffer));

interface Sidebar {
  readonly projects: readonly SidebarProject[] | null;
  readonly reload: () => void;
}
const SidebarContext = createContext<Sidebar>({ projects: null, reload: () => undefined });

/** Loads the team's projects once for all screens. */
export function SidebarProjects({ teamId, children }: { readonly teamId: number; readonly children: ReactNode }) {
  const screens = useScreens();
  const sidebar = useMemo(() => screens.sidebar(teamId), [screens, teamId]);
  const projects = useStored(sidebar.projects);
  const { reload } = useReading(sidebar.reading);
  useEmitted(useActorRef(sidebar.news), 'projects.changed', reload);
  return <SidebarContext value={useMemo(() => ({ projects, reload }), [projects, reload])}>{children}</SidebarContext>;
}
/** Call it after adding, renaming or removing a project. */
export const useReloadSidebar = (): (() => void) => useContext(SidebarContext).reload;

const Brand = () => (
  <Link to={paths.projects}>
    <Mark />
    Actum
  </Link>
);

function TeamPicker() {
  const { teams, team, choose } = useCompany();
  const go = useGo();
  const openings = useTeamOpenings();
  if (team === null) return null;
  const name = (
    <>
      <Icon name="people" />
      <span className={styles.team}>{team.name}</span>
    </>
  );
  return (
    <Menu
      trigger={
        <button type="button" aria-label={m.shell_team({ name: team.name })}>
          {name}
          <Icon name="chevronDown" />
        </button>
      }
      options={[
        ...teams.map((each) => ({ key: String(each.id), group: m.team_teams(), label: each.name, chosen: each.id === team.id })),
        ...openings.map(({ name: key, label }) => ({ key, label })),
      ]}
      onChoose={(key) => {
        const opening = openings.find((each) => each.name === key);
        if (opening !== undefined) return opening.open();
        choose(Number(key));
        go(paths.projects);
      }}
    />
  );
}

function Account() {
  const profile = useProfile();
  const logOut = useLogOut();
  const spoken = useLanguage();
  const { chooseLanguage: choose } = useScreens();
  const go = useGo();
  const { theme: shownTheme, choose: chooseTheme } = useTheme();
  if (profile === null) return null;
  return (
    <Menu
      trigger={
        <button type="button">
          <b className={styles.avatar} aria-hidden="true">
            {profile.name.slice(0, 1).toUpperCase()}
          </b>
          <span className="sr-only">{m.shell_account({ name: profile.name })}</span>
          <span aria-hidden="true">{profile.name}</span>
        </button>
      }
      options={[
        ...THEMES.map((theme) => ({ key: theme, group: m.theme(), label: THEME_NAMES[theme](), chosen: theme === shownTheme })),
        ...LANGUAGES.map((language) => ({
          key: language,
          group: m.language(),
          label: LANGUAGE_NAMES[language](),
          chosen: language === spoken,
        })),
        { key: 'account', label: m.account() },
        { key: 'logOut', label: m.shell_log_out() },
      ]}
      onChoose={(key) => {
        const language = LANGUAGES.find((each) => each === key);
        const theme = THEMES.find((each) => each === key);
        if (theme !== undefined) chooseTheme(theme);
        else if (language !== undefined) choose(language);
        else if (key === 'account') go(paths.account);
        else logOut();
      }}
    />
  );
}

/** The entries under the open project. */
interface OpenProject {
  readonly id: number;
  readonly name: string;
  readonly tree: ReactNode;
}

function ProjectsSidebar({ open }: { readonly open?: OpenProject | undefined }) {
  const { projects } = useContext(SidebarContext);
  const known = projects ?? [];
  // The open project is listed, even before its first list.
  const listed = open && known.every(({ id }) => id !== open.id) ? [...known, open] : known;
  const go = useGo();
  const startsNothing = useCompany().team?.starts_nothing;
  return (
    <>
      <TeamPicker />
      <SideHead>
        {m.shell_projects()}
        {!startsNothing && (
          <Button
            kind="ghost"
            size="extra-small"
            icon="plus"
            aria-label={m.shell_add_project()}
            onClick={() => go(`${paths.projects}?new`)}
          />
        )}
      </SideHead>
      {listed.map(({ id, name }) => (
        <Fragment key={id}>
          <Tab to={paths.project(id)} exact={false}>
            <Icon name="folder" />
            <span>{name}</span>
          </Tab>
          {id === open?.id && open.tree}
        </Fragment>
      ))}
      {projects !== null && listed.length === 0 && <p className={styles.none}>{m.shell_no_projects()}</p>}
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
  readonly open?: OpenProject | undefined;
  readonly sidebarLabel?: string;
  readonly children: ReactNode;
}

/** Shown on every screen, because losing the session on reload would be a surprise. */
const ForgetsOnReload = () => useForgetsOnReload() && <Banner tone="waits">{m.login_forgets()}</Banner>;

/** The frame of every screen of a signed-in person. */
export function AppShell({ sidebar, open, actions, startsFolded = false, children, ...rest }: AppShellProps) {
  const folding = useFolding(startsFolded);
  const { folded, setFolded } = folding;
  const { offer } = useInvitationOffer();
  const { team } = useCompany();
  useScreenActions([{ name: folded ? m.shell_show_sidebar() : m.shell_fold_sidebar(), run: () => setFolded(!folded) }], 'everywhere');
  return (
    <Shell
      {...rest}
      arrived={useIsForwardNavigation()}
      folding={folding}
      brand={<Brand />}
      sidebar={sidebar ?? <ProjectsSidebar open={open} />}
      actions={
        <>
          <PaletteButton />
          {actions}
        </>
      }
    >
      <Boundary around={() => null}>
        <Connection mounted />
      </Boundary>
      <ForgetsOnReload />
      <InvitationOffer mounted={offer !== null} />
      {team?.factor_from !== undefined && (
        <Arriving>
          <FactorAsked team={team} />
        </Arriving>
      )}
      <Boundary>{children}</Boundary>
    </Shell>
  );
}
