import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { VersionSummary } from '../../../domain/api/shapes.ts';
import { onlyRow, touchesProject, touchesVersion } from '../../machines/projectFeed/touched.ts';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { laterPart, preloadedPart } from '../../ui/part.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { isZero, listTitle } from '../figures.tsx';
import { mayClaim, seesPrices, whyFrozen } from '../ownLimit.ts';
import { useScreenActions } from '../palette/actions.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { firstFailure, useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, Outlet, paths, Tab, useIdParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { EstimateProvider } from './context.ts';
import { useEstimateScreen } from './screen.ts';

const History = preloadedPart(() => import('../history/History.tsx').then((module) => module.History));
const Presence = laterPart(() => import('../together/Presence.tsx').then((module) => module.Presence));
const PrintButton = preloadedPart(() => import('../paper/PrintButton.tsx').then((module) => module.PrintButton));
const PaperHead = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectPaperHead));
const Signatures = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectSignatures));
const Claimed = preloadedPart(() => import('./Claimed.tsx').then((module) => module.Claimed));
const CopyToEdit = preloadedPart(() => import('../versions/CopyToEdit.tsx').then((module) => module.CopyToEdit));
const ListChanges = preloadedPart(() => import('./ListChanges.tsx').then((module) => module.ListChanges));
const VersionGone = preloadedPart(() => import('../versions/VersionGone.tsx').then((module) => module.VersionGone));
const VersionMenu = preloadedPart(() => import('../versions/VersionMenu.tsx').then((module) => module.VersionMenu));
const VersionStrip = preloadedPart(() => import('../versions/VersionStrip.tsx').then((module) => module.VersionStrip));
const VersionTree = preloadedPart(() => import('../versions/VersionTree.tsx').then((module) => module.VersionTree));
const EstimateExport = preloadedPart(() => import('../export/FileExport.tsx').then((module) => module.EstimateExport));
const NewAct = preloadedPart(() => import('./NewAct.tsx').then((module) => module.NewAct));

interface Addressed {
  readonly projectId: number;
  readonly versionId: number;
  readonly listId: number | null;
}

/** The project with this version's price from its summary, because an edit answers with the summary only. */
const priced = (about: ProjectWithVersions, { version_id, total_with_taxes: { total } }: VersionSummary): ProjectWithVersions => ({
  ...about,
  versions: about.versions.map((version) => (version.id === version_id ? { ...version, price: total } : version)),
});

function NewActButton({ onOpen }: { readonly onOpen: () => void }) {
  const short = useNarrow() && { 'aria-label': m.estimate_new_act() };
  return (
    <Button kind="primary" size="small" icon="plus" {...short} onClick={onOpen}>
      {short ? null : m.estimate_new_act()}
    </Button>
  );
}

function KnownEstimate({ projectId, versionId, listId }: Addressed) {
  const estimate = useEstimateScreen(versionId);
  const project = useProjectScreen(projectId);
  const summary = useStored(estimate.summary);
  const read = useStored(project.project);
  const about = useMemo(() => read && summary && priced(read, summary), [read, summary]);
  const readingSummary = useReading(estimate.reading);
  const { reload: readSummary } = readingSummary;
  const readingProject = useReading(project.reading);
  useProjectChanges(projectId, (change) => {
    // A single row is loaded together with the summary.
    if (touchesVersion(change, versionId) && onlyRow(change, listId) === null) readSummary();
    if (touchesProject(change, versionId)) readingProject.reload();
  });
  const newAct = useActorRef(estimate.newAct);
  const versionChanges = useActorRef(project.versionChanges);
  const listChanges = useActorRef(estimate.listChanges);
  const isAskingForAct = useSelector(newAct, (snapshot) => !snapshot.matches('closed'));
  const failure = firstFailure(readingSummary.failed, readingProject.failed);
  useTeamOf(about?.project.team_id);
  const known = about?.versions.find(({ id }) => id === versionId);
  // The versions of a deleted project may still be known here, but none of them is shown.
  const version = failure?.isMissing ? undefined : known;
  const list = summary?.costs.find(({ id }) => id === listId);
  const title = listId === null ? m.estimate_summary() : list ? listTitle(list.title) : m.list();
  useTitle(title);
  const limit = about?.project.limit;
  const showsPrices = seesPrices(limit);
  const blocked = whyFrozen(limit, summary?.frozen === true, version);
  const shown = useMemo(
    () =>
      summary && about && version ? { estimate, summary, readSummary, about, version, listChanges, blocked, priced: showsPrices } : null,
    [estimate, summary, readSummary, about, version, listChanges, blocked, showsPrices],
  );
  const versions = about && { about, changes: versionChanges };
  const isGone = about !== null && known === undefined;
  const openNewAct = () => newAct.send({ type: 'dialog.opened', subject: null });
  const claims = mayClaim(limit) && !version?.carried_on_by;
  useScreenActions(shown && claims ? [{ name: m.estimate_new_act(), run: openNewAct }] : []);
  const retry = () => {
    readingSummary.retry();
    readingProject.retry();
  };
  return (
    <AppShell
      key={listId === null ? 'summary' : 'list'}
      startsFolded={listId !== null}
      open={versions ? { ...versions.about.project, tree: <VersionTree mounted {...versions} /> } : undefined}
      title={title}
      trail={about ? [{ key: 'project', link: <Link to={paths.estimate(projectId, versionId)}>{about.project.name}</Link> }] : []}
      actions={
        shown && (
          <>
            <Presence projectId={projectId} versionId={versionId} />
            <VersionMenu mounted {...shown} changes={versionChanges} versionId={versionId} onChanged={readingProject.reload} />
            <History mounted projectId={projectId} limit={limit} />
            <PrintButton mounted />
            {showsPrices && <EstimateExport mounted versionId={versionId} />}
            {claims && <NewActButton onOpen={openNewAct} />}
          </>
        )
      }
      subbar={
        <>
          <Tabs label={m.lists()}>
            <Tab to={paths.estimate(projectId, versionId)}>{m.summary()}</Tab>
            {shown?.summary.costs.map(({ id, title: name }) => (
              <Tab key={id} to={paths.list(projectId, versionId, id)}>
                {listTitle(name)}
              </Tab>
            ))}
          </Tabs>
          {shown && !limit && (
            <ListChanges
              mounted
              changes={listChanges}
              summary={shown.summary}
              currency={shown.about.project.currency}
              listId={listId}
              blocked={blocked}
            />
          )}
        </>
      }
      status={about && version && listId === null && !isZero(about.project.claimed) ? <Claimed mounted {...about.project} /> : undefined}
    >
      {shown !== null && blocked !== null && (
        <Banner
          tone="waits"
          action={version && !limit && <CopyToEdit mounted projectId={projectId} version={version} changes={versionChanges} />}
        >
          {blocked}
        </Banner>
      )}
      {about && version && <VersionStrip mounted about={about} version={version} />}
      {about && version && (
        <PaperHead
          projectId={projectId}
          teamName=""
          project={about.project.name}
          title={[m.paper_estimate(), ...(list ? [listTitle(list.title)] : [])].join(', ')}
          facts={[version.name === '' ? m.estimate_version(version) : m.estimate_version_named(version)]}
        />
      )}
      {isGone ? (
        <VersionGone mounted projectId={projectId} />
      ) : failure !== null ? (
        <Unread title={m.estimate_unreadable()} missing={m.missing_estimate()} failure={failure} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows label={m.estimate_reading()} />
      ) : (
        <EstimateProvider value={shown}>
          <Outlet />
        </EstimateProvider>
      )}
      {about && version && <Signatures projectId={projectId} teamName="" />}
      {shown && <NewAct mounted={isAskingForAct} dialog={newAct} shown={shown} />}
    </AppShell>
  );
}

export function EstimateScreen() {
  const [projectId, versionId, listId] = [useIdParam('id'), useIdParam('version'), useIdParam('list')];
  if (projectId === null || versionId === null) return <NotFound />;
  return <KnownEstimate key={versionId} projectId={projectId} versionId={versionId} listId={listId} />;
}
