import { addUp, fromAmounts } from '../../../domain/amounts.ts';
import type { Project } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { Progress } from '../../ui/Progress.tsx';
import table from '../../ui/Table.module.css';
import { shownMoment } from '../dates.ts';
import { donePercent, fractionOf, Percent, shownMoney, zeroTone } from '../figures.tsx';
import { ActionsButton, type MenuAction, useActionsMenu } from '../menus.tsx';
import { seesPrices } from '../ownLimit.ts';
import { Link, paths } from '../routing.tsx';
import styles from './ProjectTable.module.css';
import { StatusChip } from './StatusChip.tsx';

const NEXT_STEP = {
  created: m.projects_step_created,
  not_imported: m.projects_step_not_imported,
  errors_found: m.projects_step_errors_found,
  importable: m.projects_step_importable,
  available: null,
} as const;

const homeOf = ({ id, status, last_version_id }: Project) =>
  last_version_id !== null ? paths.estimate(id, last_version_id) : status === 'created' ? paths.project(id) : paths.import(id);

const NOTHING = <span className="zero">–</span>;
const Count = ({ value }: { readonly value: number }) => <td className="num">{value === 0 ? NOTHING : value}</td>;

interface DoneProps extends Pick<Project, 'currency' | 'separate'> {
  readonly claimed: string | null;
  readonly of: string;
}
/** The part of the contract that acts have claimed: in money, in percent and as a bar. Separate contracts are named, and added to nothing. */
function Done({ claimed, of, currency, separate }: DoneProps) {
  if (claimed === null) {
    return (
      <>
        <td className="num">{NOTHING}</td>
        <td className="num">{NOTHING}</td>
        <td />
      </>
    );
  }
  const percent = donePercent(claimed, of);
  return (
    <>
      <td className="num">
        <span className={zeroTone(claimed) === undefined ? undefined : 'zero'}>{shownMoney(claimed)}</span>{' '}
        <span className="sign">{currency}</span>
        {separate.map(({ version_id, version_number: number, claimed: own }) => (
          <small key={version_id} className={styles.separate}>
            {m.separate_claimed({ number, amount: `${shownMoney(own)} ${currency}` })}
          </small>
        ))}
      </td>
      <td className="num">
        <Percent value={percent} />
      </td>
      <td className={styles.bar}>
        <Progress before={fractionOf(claimed, of)} label={m.projects_done_of({ percent })} />
      </td>
    </>
  );
}

interface ProjectRowProps {
  readonly project: Project;
  /** Whether the table has columns for prices. */
  readonly priced: boolean;
  readonly actions: readonly MenuAction[];
}

function ProjectRow({ project, priced, actions }: ProjectRowProps) {
  const { name, status, version_count, act_count, total_with_taxes, claimed, contract_sum, separate, currency, updated_at } = project;
  const step = NEXT_STEP[status];
  const changed = shownMoment(updated_at);
  const { openFor } = useActionsMenu();
  const isNarrow = useNarrow();
  const next = step !== null && (
    <Link to={homeOf(project)} className={buttonClass({ kind: 'outline-primary', size: 'extra-small' })}>
      {step()}
    </Link>
  );
  const menu = (
    <td className={table.actions}>
      <ActionsButton name={name} actions={actions} />
    </td>
  );
  return (
    <tr onContextMenu={(event) => openFor(event, actions)}>
      <th scope="row" className={table.linked}>
        <Link to={homeOf(project)}>{name}</Link>
        {isNarrow && (
          <p className={styles.state}>
            <StatusChip status={status} />
            {next}
            <span className="faint">{changed}</span>
          </p>
        )}
      </th>
      {!isNarrow && (
        <td>
          <StatusChip status={status} />
        </td>
      )}
      {!isNarrow && <Count value={version_count} />}
      {!isNarrow && <Count value={act_count} />}
      {priced && (
        <td className="num">
          {total_with_taxes === null ? (
            <span className="zero">–</span>
          ) : (
            <>
              {shownMoney(total_with_taxes)} <span className="sign">{currency}</span>
            </>
          )}
        </td>
      )}
      {isNarrow && menu}
      {!isNarrow && priced && (
        <Done claimed={total_with_taxes === null ? null : claimed} of={contract_sum} currency={currency} separate={separate} />
      )}
      {!isNarrow && <td>{next}</td>}
      {!isNarrow && <td className={classNames('num', 'faint')}>{changed}</td>}
      {!isNarrow && menu}
    </tr>
  );
}

/** The sum over all projects, when they are in one currency. */
function Sum({ projects, of }: { readonly projects: readonly Project[]; readonly of: (project: Project) => string | null }) {
  const priced = projects.flatMap((project) => {
    const amount = of(project);
    return amount === null ? [] : [{ amount, currency: project.currency }];
  });
  const currency = priced[0]?.currency;
  if (currency === undefined || priced.some((each) => each.currency !== currency)) return <span className="zero">–</span>;
  const cents = addUp(priced.map(({ amount }) => fromAmounts({ labour: amount, materials: '0', tools: '0' }))).total;
  const whole = cents.toString().padStart(3, '0');
  return (
    <>
      {shownMoney(`${whole.slice(0, -2)}.${whole.slice(-2)}`)} <span className="sign">{currency}</span>
    </>
  );
}

interface ProjectTableProps {
  readonly projects: readonly Project[];
  readonly actionsOf: (project: Project) => readonly MenuAction[];
}

export function ProjectTable({ projects, actionsOf }: ProjectTableProps) {
  const isNarrow = useNarrow();
  const priced = projects.some(({ limit }) => seesPrices(limit));
  const menuHead = (
    <th scope="col">
      <span className="sr-only">{m.actions()}</span>
    </th>
  );
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{m.projects_column_project()}</th>
            {!isNarrow && <th scope="col">{m.projects_column_status()}</th>}
            {!isNarrow && (
              <>
                <th scope="col" className="num">
                  {m.projects_column_versions()}
                </th>
                <th scope="col" className="num">
                  {m.projects_column_acts()}
                </th>
              </>
            )}
            {priced && (
              <th scope="col" className="num">
                {m.projects_column_estimate()}
              </th>
            )}
            {isNarrow && menuHead}
            {!isNarrow && priced && (
              <>
                <th scope="col" className="num">
                  {m.projects_column_done()}
                </th>
                <th scope="col" className="num" colSpan={2}>
                  <span className={styles.percentHead}>{m.projects_column_percent()}</span>
                </th>
              </>
            )}
            {!isNarrow && (
              <>
                <th scope="col">
                  <span className="sr-only">{m.projects_column_next()}</span>
                </th>
                <th scope="col" className="num">
                  {m.projects_column_changed()}
                </th>
                {menuHead}
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} priced={priced} actions={actionsOf(project)} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{m.projects_count({ count: projects.length })}</th>
            {!isNarrow && <td colSpan={3} />}
            {priced && (
              <td className="num">
                <Sum projects={projects} of={({ total_with_taxes }) => total_with_taxes} />
              </td>
            )}
            {!isNarrow && priced && (
              <td className="num">
                <Sum projects={projects} of={({ total_with_taxes, claimed }) => (total_with_taxes === null ? null : claimed)} />
              </td>
            )}
            <td colSpan={isNarrow ? 1 : priced ? 5 : 3} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
