import { useMemo, useState } from 'react';
import type { Version } from '../../../domain/api/shapes.ts';
import { CONTRACT_KINDS, type ContractKind } from '../../../domain/contractFigures.ts';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { laterPart, preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany } from '../actum.tsx';
import { shownMoney } from '../figures.tsx';
import { useScreenActions } from '../palette/actions.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { useProjectChanges, useReading, useStored, whileThere } from '../reading.ts';
import { Link, paths, Redirect, useGo, useIdParam, useSearchParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { versionName } from '../versions/useVersionActions.ts';
import { ContractHead, ContractVersions } from './ContractHead.tsx';
import { ContractRows } from './ContractRows.tsx';
import { ContractProvider, type ContractShown } from './context.ts';
import styles from './contract.module.css';
import { KIND_NAMES } from './names.ts';
import { useWholeContract } from './screen.ts';

const PrintButton = preloadedPart(() => import('../paper/PrintButton.tsx').then((module) => module.PrintButton));
const PaperHead = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectPaperHead));
const Export = preloadedPart(() => import('../export/FileExport.tsx').then((module) => module.ContractExport));

/** The last version of each contract that has acts, and of the contract on screen. */
function contractsIn(versions: readonly Version[], shown: Version): readonly Version[] {
  const last = new Map<number, Version>();
  for (const version of versions)
    if (version.acts.length > 0 || version.carried_from !== null || version.contract_id === shown.contract_id)
      last.set(version.contract_id, version);
  return [...last.values()];
}

interface ContractProps {
  readonly about: ProjectWithVersions;
  readonly version: Version;
}

/** A project may have several contracts; their sums are never added up. */
function Contracts({ about: { project, versions }, version }: ContractProps) {
  const go = useGo();
  const contracts = contractsIn(versions, version);
  if (contracts.length < 2) return null;
  const chosen = contracts.find(({ contract_id }) => contract_id === version.contract_id) ?? version;
  return (
    <span className={styles.contracts}>
      <Menu
        trigger={
          <button type="button" className={buttonClass({ size: 'small' })}>
            <span className="sr-only">{m.payment_contracts()} </span>
            {versionName(chosen)}
            <Icon name="chevronDown" />
          </button>
        }
        options={contracts.map((each) => ({ key: String(each.id), label: versionName(each), chosen: each.id === chosen.id }))}
        onChoose={(key) => go(paths.contract(project.id, Number(key)), { replace: true })}
      />
    </span>
  );
}

function Contract({ about, version }: ContractProps) {
  const { project } = about;
  const screen = useWholeContract(version.id);
  const { failed, retry, reload } = useReading(screen.reading);
  const contract = whileThere(useStored(screen.about), failed);
  const [changes, setChanges] = useState(0);
  // The sums change with a row of any of its versions, with an act and with an extra.
  useProjectChanges(project.id, () => {
    reload();
    setChanges((count) => count + 1);
  });
  const { team } = useCompany();
  const go = useGo();
  const asked = useSearchParam('show');
  const kind = CONTRACT_KINDS.find((each) => each === asked) ?? null;
  const see = (which: ContractKind | null) => go(paths.contract(project.id, version.id, which), { replace: true });
  const shown = useMemo<ContractShown | null>(() => contract && { screen, contract, about, changes }, [screen, contract, about, changes]);
  const kinds = CONTRACT_KINDS.filter((each) => each === kind || (contract?.counts[each] ?? 0) > 0);
  const nameOf = (which: ContractKind | null) => (which === null ? m.contract_all() : KIND_NAMES[which]());
  useScreenActions(
    [null, ...kinds]
      .filter((which) => which !== kind)
      .map((which) => ({ name: m.palette_show({ name: nameOf(which) }), run: () => see(which) })),
  );
  const money = (amount: string) => `${shownMoney(amount)} ${project.currency}`;
  return (
    <AppShell
      title={m.contract_title()}
      startsFolded
      trail={[{ key: 'project', link: <Link to={paths.estimate(project.id, version.id)}>{project.name}</Link> }]}
      actions={
        contract && (
          <>
            <PrintButton mounted />
            <Export mounted versionId={version.id} />
          </>
        )
      }
      subbar={
        contract === null
          ? undefined
          : [null, ...kinds].map((which) => (
              <Filter
                key={which ?? 'all'}
                chosen={which === kind}
                count={which === null ? contract.row_total : contract.counts[which]}
                onChoose={() => see(which)}
              >
                {nameOf(which)}
              </Filter>
            ))
      }
    >
      {contract && (
        <PaperHead
          projectId={project.id}
          teamName={team?.name ?? ''}
          project={project.name}
          title={m.contract_title()}
          facts={[
            contract.versions.map(versionName).join(' → '),
            nameOf(kind),
            `${m.contract_now()} ${money(contract.total_with_taxes.now)}, ${m.contract_to_date()} ${money(contract.total_with_taxes.to_date)}`,
          ]}
        />
      )}
      {failed !== null ? (
        <Unread title={m.contract_unreadable()} missing={m.missing_estimate()} failure={failed} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows label={m.contract_reading()} />
      ) : shown.contract.row_total === 0 ? (
        <EmptyState
          title={m.contract_empty()}
          action={<Link to={paths.estimate(project.id, version.id)}>{m.payment_to_estimate()}</Link>}
        />
      ) : (
        <ContractProvider value={shown}>
          <div className={styles.strip}>
            <Contracts about={about} version={version} />
            <ContractHead />
            <ContractVersions />
          </div>
          <ContractRows key={kind ?? 'all'} kind={kind} />
        </ContractProvider>
      )}
    </AppShell>
  );
}

function ProjectContract({ projectId, versionId }: { readonly projectId: number; readonly versionId: number | null }) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const { failed, retry, reload } = useReading(screen.reading);
  useProjectChanges(projectId, reload);
  useTitle(about ? `${m.contract_title()}, ${about.project.name}` : m.contract_title());
  useTeamOf(about?.project.team_id);
  const versions = about?.versions ?? [];
  const latest = versions.findLast(({ acts, carried_from }) => acts.length > 0 || carried_from !== null) ?? versions.at(-1);
  const version = versionId === null ? latest : versions.find(({ id }) => id === versionId);
  if (about && version) return <Contract key={version.id} about={about} version={version} />;
  if (about && versionId !== null && latest) return <Redirect to={paths.contract(projectId)} replace />;
  return (
    <AppShell
      title={m.contract_title()}
      trail={about ? [{ key: 'project', link: <Link to={paths.project(projectId)}>{about.project.name}</Link> }] : []}
    >
      {failed !== null ? (
        <Unread title={m.contract_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />
      ) : about === null ? (
        <SkeletonRows label={m.contract_reading()} />
      ) : (
        <EmptyState title={m.contract_empty()} action={<Link to={paths.project(projectId)}>{m.payment_to_estimate()}</Link>} />
      )}
    </AppShell>
  );
}

/** A contract over all its versions: what was agreed first, the changes and their causes, the present contract, and the part done. */
export function ContractScreen() {
  const [projectId, versionId] = [useIdParam('id'), useIdParam('version')];
  return projectId === null ? <NotFound /> : <ProjectContract key={projectId} projectId={projectId} versionId={versionId} />;
}
