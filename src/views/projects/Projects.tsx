import { useActorRef } from '@xstate/react';
import { useMemo, useState } from 'react';
import { addUp, fromAmounts } from '../../../domain/amounts.ts';
import type { Project } from '../../../domain/contract/shapes.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import table from '../../ui/Table.module.css';
import { useCompany } from '../actum.tsx';
import { shownMoment } from '../dates.ts';
import { shownMoney } from '../figures.tsx';
import { useReading, useStored } from '../reading.ts';
import { Link, paths, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { NewProject } from './NewProject.tsx';
import { StatusChip } from './StatusChip.tsx';

type Shown = 'all' | 'available' | 'waiting';
const isShown: Readonly<Record<Shown, (project: Project) => boolean>> = {
  all: () => true,
  available: ({ status }) => status === 'available',
  waiting: ({ status }) => status !== 'available',
};

const NEXT_STEP = {
  created: 'Add estimate',
  not_imported: 'See progress',
  errors_found: 'Fix errors',
  importable: 'Review',
  available: null,
} as const;

const homeOf = ({ id, status, last_version_id }: Project) =>
  last_version_id !== null ? paths.estimate(id, last_version_id) : status === 'created' ? paths.project(id) : paths.import(id);

function ProjectRow({ project }: { readonly project: Project }) {
  const { name, status, total_with_taxes, currency, updated_at } = project;
  const step = NEXT_STEP[status];
  return (
    <tr>
      <th scope="row" className={table.linked}>
        <Link to={homeOf(project)}>{name}</Link>
      </th>
      <td>
        <StatusChip status={status} />
      </td>
      <td className="num">
        {total_with_taxes === null ? (
          <span className="zero">–</span>
        ) : (
          <>
            {shownMoney(total_with_taxes)} <span className="sign">{currency}</span>
          </>
        )}
      </td>
      <td>
        {step !== null && (
          <Link to={homeOf(project)} className={buttonClass({ kind: 'outline-primary', size: 'extra-small' })}>
            {step}
          </Link>
        )}
      </td>
      <td className={classNames('num', 'faint')}>{shownMoment(updated_at)}</td>
    </tr>
  );
}

/** The sum of all estimates, when they are in one currency. */
function Sum({ projects }: { readonly projects: readonly Project[] }) {
  const priced = projects.flatMap(({ total_with_taxes, currency }) => (total_with_taxes === null ? [] : [{ total_with_taxes, currency }]));
  const currency = priced[0]?.currency;
  if (currency === undefined || priced.some((each) => each.currency !== currency)) return <span className="zero">–</span>;
  const cents = addUp(priced.map(({ total_with_taxes }) => fromAmounts({ labour: total_with_taxes, materials: '0', tools: '0' }))).total;
  const whole = cents.toString().padStart(3, '0');
  return (
    <>
      {shownMoney(`${whole.slice(0, -2)}.${whole.slice(-2)}`)} <span className="sign">{currency}</span>
    </>
  );
}

function ProjectTable({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Status</th>
            <th scope="col" className="num">
              Estimate
            </th>
            <th scope="col">
              <span className="sr-only">Next step</span>
            </th>
            <th scope="col" className="num">
              Last change
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{projects.length === 1 ? '1 project' : `${projects.length} projects`}</th>
            <td />
            <td className="num">
              <Sum projects={projects} />
            </td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function TeamProjects({ teamId }: { readonly teamId: number }) {
  useTitle('Projects');
  const screens = useScreens();
  const screen = useMemo(() => screens.projects(teamId), [screens, teamId]);
  const projects = useStored(screen.projects);
  const { failure, retry } = useReading(screen.reading);
  const dialog = useActorRef(screen.newProject);
  const [shown, setShown] = useState<Shown>('all');
  const [sought, setSought] = useState('');
  const found = (projects ?? []).filter(
    (project) => isShown[shown](project) && project.name.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const countOf = (which: Shown) => (projects ?? []).filter(isShown[which]).length;
  const open = () => dialog.send({ type: 'dialog.opened', subject: null });
  const filter = (which: Shown, name: string) => (
    <Filter chosen={shown === which} count={countOf(which)} onChoose={() => setShown(which)}>
      {name}
    </Filter>
  );
  return (
    <AppShell
      title="Projects"
      actions={
        <>
          <span className="hide-phone">
            <SearchField label="Find a project" value={sought} onChange={(event) => setSought(event.target.value)} />
          </span>
          <Button kind="primary" size="small" icon="plus" onClick={open}>
            New project
          </Button>
        </>
      }
      subbar={
        <>
          {filter('all', 'All')}
          {filter('available', 'Available')}
          {filter('waiting', 'Needs you')}
          <span className="grow" />
          <span className="faint hide-phone">Estimates are with taxes</span>
        </>
      }
    >
      {failure !== null ? (
        <FailedState title="The projects could not be read" sentence={failure} onRetry={retry} />
      ) : projects === null ? (
        <SkeletonRows label="Reading the projects" />
      ) : projects.length === 0 ? (
        <EmptyState
          title="No projects yet"
          action={
            <Button kind="primary" icon="plus" onClick={open}>
              Create the first project
            </Button>
          }
        >
          A project is one construction job: its estimate, and the acts of the work done.
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState title="No project like that">Look for another name, or show all projects.</EmptyState>
      ) : (
        <ProjectTable projects={found} />
      )}
      <NewProject dialog={dialog} />
    </AppShell>
  );
}

export function Projects() {
  const { team } = useCompany();
  return team && <TeamProjects key={team.id} teamId={team.id} />;
}
