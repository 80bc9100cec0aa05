import { useActorRef } from '@xstate/react';
import { useMemo, useState } from 'react';
import { addUp, fromAmounts } from '../../../domain/amounts.ts';
import type { Project } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
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
import { useScreenActions } from '../palette/actions.ts';
import { useReading, useStored } from '../reading.ts';
import { Link, paths, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { FirstRun } from './FirstRun.tsx';
import { NewProject } from './NewProject.tsx';
import { StatusChip } from './StatusChip.tsx';

type Shown = 'all' | 'available' | 'waiting';
const isShown: Readonly<Record<Shown, (project: Project) => boolean>> = {
  all: () => true,
  available: ({ status }) => status === 'available',
  waiting: ({ status }) => status !== 'available',
};

const NEXT_STEP = {
  created: m.projects_step_created,
  not_imported: m.projects_step_not_imported,
  errors_found: m.projects_step_errors_found,
  importable: m.projects_step_importable,
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
            {step()}
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
            <th scope="col">{m.projects_column_project()}</th>
            <th scope="col">{m.projects_column_status()}</th>
            <th scope="col" className="num">
              {m.projects_column_estimate()}
            </th>
            <th scope="col">
              <span className="sr-only">{m.projects_column_next()}</span>
            </th>
            <th scope="col" className="num">
              {m.projects_column_changed()}
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
            <th scope="row">{m.projects_count({ count: projects.length })}</th>
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
  useTitle(m.projects());
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
  const filter = (which: Shown) => (
    <Filter chosen={shown === which} count={countOf(which)} onChoose={() => setShown(which)}>
      {names[which]}
    </Filter>
  );
  const names = { all: m.projects_all(), available: m.projects_available(), waiting: m.projects_waiting() };
  useScreenActions(
    (['all', 'available', 'waiting'] as const)
      .filter((which) => which !== shown)
      .map((which) => ({ name: m.palette_show({ name: names[which] }), run: () => setShown(which) })),
  );
  const isFirstRun = projects?.length === 0;
  return (
    <AppShell
      title={m.projects()}
      actions={
        !isFirstRun && (
          <>
            <span className="hide-phone">
              <SearchField label={m.projects_find()} value={sought} onChange={(event) => setSought(event.target.value)} />
            </span>
            <Button kind="primary" size="small" icon="plus" onClick={open}>
              {m.projects_new()}
            </Button>
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
                <span className="grow" />
                <span className="faint hide-phone">{m.projects_with_taxes()}</span>
              </>
            ),
          })}
    >
      {failure !== null ? (
        <FailedState title={m.projects_unreadable()} sentence={failure} onRetry={retry} />
      ) : projects === null ? (
        <SkeletonRows label={m.projects_reading()} />
      ) : isFirstRun ? (
        <FirstRun onCreate={open} />
      ) : found.length === 0 ? (
        <EmptyState title={m.projects_no_match()}>{m.projects_look_again()}</EmptyState>
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
