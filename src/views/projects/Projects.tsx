import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Project } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany } from '../actum.tsx';
import { seesPrices } from '../ownLimit.ts';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { paths, useGo, useSearchParam, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Bin } from './Bin.tsx';
import { FirstRun } from './FirstRun.tsx';
import { useHistoryPlace } from './historyPlace.ts';
import { ProjectTable } from './ProjectTable.tsx';
import { useProjectActions } from './useProjectActions.tsx';

const NewProject = preloadedPart(() => import('./NewProject.tsx').then((module) => module.NewProject));

const isShown = {
  all: () => true,
  available: ({ status }: Project) => status === 'available',
  waiting: ({ status }: Project) => status !== 'available',
};
type Shown = keyof typeof isShown;
const FILTERS = ['all', 'available', 'waiting', 'bin'] as const satisfies readonly (Shown | 'bin')[];

function TeamProjects({ teamId, mayStart }: { readonly teamId: number; readonly mayStart: boolean }) {
  useTitle(m.projects());
  const screens = useScreens();
  const screen = useMemo(() => screens.projects(teamId), [screens, teamId]);
  const projects = useStored(screen.projects);
  const bin = useStored(screen.bin) ?? [];
  const { failure, retry, reload } = useReading(screen.reading);
  useEmitted(useActorRef(screen.news), 'projects.changed', reload);
  const { actionsOf, restore, restoreProblem, dialogs } = useProjectActions(reload);
  const dialog = useActorRef(screen.newProject);
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isAsked = useSearchParam('new') !== null;
  const go = useGo();
  const show = useSearchParam('show');
  const shown = FILTERS.find((which) => which === show) ?? 'all';
  const sought = useSearchParam('find') ?? '';
  const place = useHistoryPlace();
  // The address keeps both, so that they are there after Back and in another language.
  const see = (which: Shown | 'bin', find: string) => go(paths.projectsShown(which, find), { replace: true });
  const isFound = ({ name }: Project) => name.toLowerCase().includes(sought.trim().toLowerCase());
  const isInBin = shown === 'bin';
  const kept = (projects ?? []).filter(isShown[isInBin ? 'all' : shown]);
  const found = (isInBin ? [] : kept).filter(isFound);
  const countOf = (which: Shown | 'bin') => (which === 'bin' ? bin.length : (projects ?? []).filter(isShown[which]).length);
  const open = () => dialog.send({ type: 'dialog.opened', subject: null });
  const filter = (which: Shown | 'bin') => (
    <Filter chosen={shown === which} count={countOf(which)} onChoose={() => see(which, sought)}>
      {names[which]}
    </Filter>
  );
  const names = { all: m.projects_all(), available: m.projects_available(), waiting: m.projects_waiting(), bin: m.projects_bin() };
  useScreenActions(
    FILTERS.filter((which) => which !== shown).map((which) => ({
      name: m.palette_show({ name: names[which] }),
      run: () => see(which, sought),
    })),
  );
  const isFirstRun = projects?.length === 0 && bin.length === 0 && !isInBin;
  return (
    <AppShell
      title={m.projects()}
      actions={
        !isFirstRun && (
          <>
            <span className="hide-phone">
              <SearchField
                key={place}
                label={m.projects_find()}
                defaultValue={sought}
                onChange={({ target: { value } }) => see(shown, value)}
              />
            </span>
            {mayStart && (
              <Button kind="primary" size="small" icon="plus" onClick={open}>
                {m.projects_new()}
              </Button>
            )}
          </>
        )
      }
      {...(isFirstRun
        ? {}
        : {
            subbar: (
              <>
                {filter('all')}
                {filter('available')}
                {filter('waiting')}
                {(bin.length > 0 || isInBin) && filter('bin')}
                <span className="grow" />
                {projects?.some(({ limit }) => seesPrices(limit)) && <span className="faint hide-phone">{m.projects_with_taxes()}</span>}
              </>
            ),
          })}
    >
      {failure !== null ? (
        <FailedState title={m.projects_unreadable()} sentence={failure} onRetry={retry} />
      ) : projects === null ? (
        <SkeletonRows label={m.projects_reading()} />
      ) : isFirstRun && !mayStart ? (
        <EmptyState title={m.access_no_projects()}>{m.access_no_projects_why()}</EmptyState>
      ) : isFirstRun ? (
        <FirstRun onCreate={open} />
      ) : isInBin ? (
        <Bin projects={bin.filter(isFound)} problem={restoreProblem} onRestore={restore} />
      ) : projects.length === 0 ? (
        <EmptyState title={m.projects_all_deleted()}>{m.projects_all_deleted_why()}</EmptyState>
      ) : found.length === 0 ? (
        <EmptyState title={m.projects_no_match()}>{m.projects_look_again()}</EmptyState>
      ) : (
        <ProjectTable projects={found} actionsOf={actionsOf} />
      )}
      <NewProject mounted={mayStart && (isOpen || isAsked)} dialog={dialog} />
      {dialogs}
    </AppShell>
  );
}

export function Projects() {
  const { team } = useCompany();
  return team && <TeamProjects key={team.id} teamId={team.id} mayStart={team.starts_nothing !== true} />;
}
