import { useState } from 'react';
import type { DeletedProject, Project } from '../../../domain/api/shapes.ts';
import { BIN_DAYS, daysLeft } from '../../../domain/bin.ts';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import table from '../../ui/Table.module.css';
import { TableFrame } from '../../ui/TableFrame.tsx';
import { shownMoment } from '../dates.ts';
import { shownMoney } from '../figures.tsx';

interface BinProps {
  readonly projects: readonly DeletedProject[];
  readonly problem: string | null;
  readonly onRestore: (project: Project) => void;
}

/** Deleted projects, each with the days it can still be restored. */
export function Bin({ projects, problem, onRestore }: BinProps) {
  const [now] = useState(Date.now);
  if (projects.length === 0) return <EmptyState title={m.projects_bin_empty()}>{m.projects_bin_why({ days: BIN_DAYS })}</EmptyState>;
  return (
    <>
      {problem !== null && <Banner>{problem}</Banner>}
      <TableFrame label={m.projects_bin()}>
        <thead>
          <tr>
            <th scope="col">{m.projects_column_project()}</th>
            <th scope="col" className="num">
              {m.projects_column_estimate()}
            </th>
            <th scope="col" className="num">
              {m.projects_bin_deleted()}
            </th>
            <th scope="col" className="num">
              {m.projects_bin_left()}
            </th>
            <th scope="col">
              <span className="sr-only">{m.action_restore()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project.id}>
              <th scope="row" className={table.linked}>
                {project.name}
              </th>
              <td className="num">
                {project.total_with_taxes === null ? (
                  <span className="zero">–</span>
                ) : (
                  <>
                    {shownMoney(project.total_with_taxes)} <span className="sign">{project.currency}</span>
                  </>
                )}
              </td>
              <td className="num faint">{shownMoment(project.deleted_at)}</td>
              <td className="num">{m.projects_days_left({ count: daysLeft(project.deleted_at, now) })}</td>
              <td className="num">
                <Button
                  kind="outline-primary"
                  size="extra-small"
                  aria-label={m.projects_restore({ name: project.name })}
                  onClick={() => onRestore(project)}
                >
                  {m.action_restore()}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
