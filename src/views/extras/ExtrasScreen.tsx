import { useActorRef } from '@xstate/react';
import { EXTRA_STATUSES, type Extra, type ExtrasPage } from '../../../domain/api/contractShapes.ts';
import type { Version } from '../../../domain/api/shapes.ts';
import { carriedOn } from '../../../domain/sentences/contracts.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Filter } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { mayClaim, seesPrices, whyLimited } from '../ownLimit.ts';
import { useManages } from '../payments/useManages.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { useEmitted, useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, paths, Redirect, Tab, useGo, useIdParam, useSearchParam, useTitle } from '../routing.tsx';
import { scrolled } from '../scrolled.ts';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { versionName } from '../versions/useVersionActions.ts';
import { ContractSums } from './ContractSums.tsx';
import { ExtraDialogs } from './ExtraDialogs.tsx';
import { ExtrasTable } from './ExtrasTable.tsx';
import styles from './extras.module.css';
import { useExtras, useExtrasPage } from './screen.ts';
import { STATUS_NAMES } from './words.ts';

const ActTree = preloadedPart(() => import('../act/ActTree.tsx').then((module) => module.ActTree));

/** Why nothing can be decided in a version, or null. */
function whyBlocked({ limit }: ProjectWithVersions['project'], { carried_on_by: by }: Version): string | null {
  if (!mayClaim(limit)) return whyLimited(limit);
  return by === null ? null : sentenceText(carriedOn({ number: String(by.number) }));
}

interface FiltersProps {
  readonly counts: ExtrasPage['counts'];
  readonly status: Extra['status'] | null;
  readonly addressOf: (status: Extra['status'] | null) => string;
}
function Filters({ counts, status, addressOf }: FiltersProps) {
  const go = useGo();
  const all = EXTRA_STATUSES.reduce((sum, each) => sum + counts[each], 0);
  return (
    <div className={styles.filters}>
      <Filter chosen={status === null} count={all} onChoose={() => go(addressOf(null), { replace: true })}>
        {m.extras_all()}
      </Filter>
      {EXTRA_STATUSES.map((each) => (
        <Filter key={each} chosen={status === each} count={counts[each]} onChoose={() => go(addressOf(each), { replace: true })}>
          {STATUS_NAMES[each]()}
        </Filter>
      ))}
    </div>
  );
}

interface ContractProps {
  readonly about: ProjectWithVersions;
  readonly version: Version;
  readonly contracts: readonly Version[];
  readonly readProject: () => void;
}

function Contract({ about: { project }, version, contracts, readProject }: ContractProps) {
  const wanted = useSearchParam('status');
  const status = EXTRA_STATUSES.find((each) => each === wanted) ?? null;
  const shown = useExtrasPage(version.id);
  const page = useStored(shown.page);
  const extras = page?.extras.filter((extra) => status === null || extra.status === status) ?? [];
  const { failed, retry, reload } = useReading(shown.reading);
  const screens = useExtras();
  const actor = useActorRef(screens.extra);
  const watch = useActorRef(screens.watch, { input: { projectId: project.id } });
  useEmitted(watch, 'extras.changed', reload);
  useEmitted(actor, 'extra.settled', reload);
  useProjectChanges(project.id, () => {
    reload();
    readProject();
  });
  const decides = useManages(project) && !project.limit;
  const currency = seesPrices(project.limit) ? project.currency : null;
  const addressOf = (each: Extra['status'] | null) => paths.extras(project.id, version.id, each);
  return (
    <AppShell
      open={{ id: project.id, name: project.name, tree: <ActTree mounted projectId={project.id} versionId={version.id} /> }}
      title={m.extras()}
      trail={[{ key: 'project', link: <Link to={paths.estimate(project.id, version.id)}>{project.name}</Link> }]}
      subbar={
        contracts.length > 1 ? (
          <Tabs label={m.versions()}>
            {contracts.map((each) => (
              <Tab key={each.id} to={paths.extras(project.id, each.id)} {...(each.id === version.id && { 'aria-current': 'page' })}>
                {versionName(each)}
              </Tab>
            ))}
          </Tabs>
        ) : undefined
      }
    >
      {failed !== null ? (
        <Unread title={m.extras_unreadable()} missing={m.missing_estimate()} failure={failed} onRetry={retry} />
      ) : page === null ? (
        <SkeletonRows label={m.extras_reading()} />
      ) : (
        <div className={styles.page} data-paper="sheet" {...scrolled(m.extras())}>
          {currency !== null && <ContractSums original={version.price} extras={page.value} currency={currency} />}
          <Filters counts={page.counts} status={status} addressOf={addressOf} />
          {extras.length === 0 ? (
            <EmptyState title={status === null ? m.extras_none() : m.extras_none_so()}>{m.extras_none_why()}</EmptyState>
          ) : (
            <ExtrasTable
              extras={extras}
              projectId={project.id}
              currency={currency}
              decides={decides}
              blocked={whyBlocked(project, version)}
              onDecide={(extra, approves) => actor.send({ type: 'decision.wanted', extra, approves })}
              onWithdraw={(extra) => actor.send({ type: 'withdrawal.wanted', extra })}
            />
          )}
          {page.total > page.extras.length && <p className="faint">{m.extras_latest({ count: page.extras.length })}</p>}
        </div>
      )}
      <ExtraDialogs actor={actor} decides={decides} currency={currency} />
    </AppShell>
  );
}

function ProjectExtras({ projectId, versionId }: { readonly projectId: number; readonly versionId: number | null }) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const { failed, retry, reload } = useReading(screen.reading);
  useTitle(about ? `${m.extras()}, ${about.project.name}` : m.extras());
  useTeamOf(about?.project.team_id);
  const contracts = about?.versions.filter(({ acts, carried_from }) => acts.length > 0 || carried_from !== null) ?? [];
  const version = versionId === null ? contracts.at(-1) : contracts.find(({ id }) => id === versionId);
  if (about && version) return <Contract key={version.id} about={about} version={version} contracts={contracts} readProject={reload} />;
  // A version whose acts have been deleted since, or another project's.
  if (contracts.length > 0) return <Redirect to={paths.extras(projectId)} replace />;
  return (
    <AppShell
      title={m.extras()}
      trail={about ? [{ key: 'project', link: <Link to={paths.project(projectId)}>{about.project.name}</Link> }] : []}
    >
      {failed !== null ? (
        <Unread title={m.extras_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />
      ) : about === null ? (
        <SkeletonRows label={m.extras_reading()} />
      ) : (
        <EmptyState title={m.extras_no_acts()} action={<Link to={paths.project(projectId)}>{m.payment_to_estimate()}</Link>}>
          {m.extras_none_why()}
        </EmptyState>
      )}
    </AppShell>
  );
}

/** The extras of a project: requested, to decide, and decided. */
export function ExtrasScreen() {
  const [projectId, versionId] = [useIdParam('id'), useIdParam('version')];
  return projectId === null ? <NotFound /> : <ProjectExtras key={projectId} projectId={projectId} versionId={versionId} />;
}
