import { useActorRef } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { Act, Version } from '../../../domain/api/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { touchedActRows, touchesAct } from '../../machines/projectFeed/touched.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { laterPart, preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany, useReference } from '../actum.tsx';
import { listTitle } from '../figures.tsx';
import { seesPrices } from '../ownLimit.ts';
import { firstFailure, useEmitted, useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, Outlet, paths, useGo, useIdParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { ActionMenu } from './ActionMenu.tsx';
import { actFacts, Legend, ListTabs, RemovalDialog, StatusButton } from './ActParts.tsx';
import { Answered } from './Answered.tsx';
import { actActions, mayShare, openDetails, openShare } from './actActions.ts';
import { Completion, useCompletion } from './Completion.tsx';
import { ActProvider } from './context.ts';
import { DetailsDialog } from './DetailsDialog.tsx';
import { restrictionsOf } from './restrictions.ts';
import { Sharing } from './Sharing.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useActScreen } from './screen.ts';
import { useOnAct } from './useOnAct.ts';

const History = preloadedPart(() => import('../history/History.tsx').then((module) => module.History));
const PrintButton = preloadedPart(() => import('../paper/PrintButton.tsx').then((module) => module.PrintButton));
const PaperHead = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectPaperHead));
const Signatures = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectSignatures));
const ActTree = preloadedPart(() => import('./ActTree.tsx').then((module) => module.ActTree));
const ActExport = preloadedPart(() => import('../export/FileExport.tsx').then((module) => module.ActExport));

interface Following {
  readonly act: Act;
  readonly listId: number | null;
  readonly readAct: () => void;
  readonly readSummary: () => void;
}
/** Loads the act again when others change it. Its open list loads its own rows, a single one together with the summary. */
function FollowAct({ act, listId, readAct, readSummary }: Following) {
  useProjectChanges(act.project_id, (change) => {
    const rows = touchedActRows(change, act);
    const isReadWithRow = listId !== null && rows !== 'all' && rows.length === 1;
    if (rows.length > 0 && !isReadWithRow) readSummary();
    if (touchesAct(change, act)) readAct();
  });
  return null;
}

/** The records of an act that are loaded so far, and the state of loading. */
function useActRead(actId: number) {
  const screen = useActScreen(actId);
  const act = useStored(screen.act);
  const acts = useStored(screen.acts);
  const summary = useStored(screen.summary);
  const readingAct = useReading(screen.reading);
  const readingSummary = useReading(screen.readingSummary);
  const { statuses } = useReference();
  const onBy = useStored(screen.carriedOn)?.carried_on_by ?? null;
  // A deleted act offers nothing; undoing the deletion, in its head, brings it back.
  const isGone = readingAct.failed?.isMissing === true;
  const restrictions = useMemo(
    () => (act && !isGone ? restrictionsOf(act, acts ?? [], statuses, onBy?.number ?? null) : null),
    [act, isGone, acts, statuses, onBy],
  );
  return {
    screen,
    act,
    summary,
    restrictions,
    onBy,
    statuses,
    status: statuses.find(({ id }) => id === act?.status_id),
    failure: firstFailure(readingAct.failed, readingSummary.failed),
    readAct: readingAct.reload,
    readSummary: readingSummary.reload,
    retry() {
      readingAct.retry();
      readingSummary.retry();
    },
  };
}

interface BlockedProps {
  readonly why: string | null;
  readonly act: Act | null;
  readonly onBy: Version['carried_on_by'];
}
/** Why the act cannot be edited, with the version that carries its work on. */
const Blocked = ({ why, act, onBy }: BlockedProps) =>
  why !== null && (
    <Banner
      tone="waits"
      action={
        act &&
        onBy && (
          <Link to={paths.estimate(act.project_id, onBy.id)} className={buttonClass({ kind: 'func', size: 'extra-small' })}>
            {m.carry_to_version({ number: onBy.number })}
          </Link>
        )
      }
    >
      {why}
    </Banner>
  );

const ShareButton = ({ onOpen }: { readonly onOpen: () => void }) => (
  <span className="hide-phone">
    <Button size="small" icon="link" onClick={onOpen}>
      {m.act_share()}
    </Button>
  </span>
);

function useActDialogs(screen: ReturnType<typeof useActScreen>, isGone: boolean) {
  const share = useActorRef(screen.share);
  const details = useActorRef(screen.details);
  const removal = useActorRef(screen.removal);
  const withdrawal = useActorRef(screen.answerWithdrawal);
  // Otherwise they would be open again once the deletion is undone.
  useEffect(() => {
    if (!isGone) return;
    share.send({ type: 'share.closed' });
    for (const dialog of [details, removal, withdrawal]) dialog.send({ type: 'dialog.closed' });
  }, [isGone, share, details, removal, withdrawal]);
  return { share, details, removal, withdrawal };
}

/** The project in the sidebar, opened at the act's version. */
const openIn = (act: Act | null) =>
  act
    ? { id: act.project_id, name: act.project_name, tree: <ActTree mounted projectId={act.project_id} versionId={act.version_id} /> }
    : undefined;

const trailTo = (act: Act | null, listId: number | null, name: string) =>
  act
    ? [
        { key: 'project', link: <Link to={paths.estimate(act.project_id, act.version_id)}>{act.project_name}</Link> },
        ...(listId === null ? [] : [{ key: 'act', link: <Link to={paths.act(act.id)}>{name}</Link> }]),
      ]
    : [];

function KnownAct({ actId, listId }: { readonly actId: number; readonly listId: number | null }) {
  const { screen, act, summary, restrictions, onBy, statuses, status, failure, readAct, readSummary, retry } = useActRead(actId);
  const { team } = useCompany();
  useTeamOf(act?.team_id ?? undefined);
  const go = useGo();
  const [completions, setCompletions] = useState(0);
  const dialogs = useActDialogs(screen, act !== null && restrictions === null);
  const hasLater = restrictions?.hasLater === true;
  const priced = seesPrices(act?.limit);
  const shownCurrency = priced ? (act?.currency ?? '') : null;
  const { completing, ...completion } = useCompletion(screen, {
    currency: shownCurrency,
    hasLater,
    onDone: () => setCompletions((count) => count + 1),
  });
  useEmitted(dialogs.removal, 'form.accepted', () => act && go(paths.estimate(act.project_id, act.version_id)));
  const list = summary?.costs.find(({ id }) => id === listId);
  const name = act ? m.act_numbered({ number: act.number }) : m.act();
  const title = listId === null ? name : list ? listTitle(list.title) : m.list();
  useTitle(listId === null ? name : m.act_list_title({ act: name, list: title }));
  const shown = useMemo(
    () => act && summary && restrictions && { screen, act, summary, readSummary, restrictions, completing, completions, priced },
    [screen, act, summary, readSummary, restrictions, completing, completions, priced],
  );
  const onAct = useOnAct(act, status, hasLater || onBy !== null);
  const editBlockedBy = restrictions?.editBlockedBy ?? null;
  return (
    <AppShell
      key={listId === null ? 'summary' : 'list'}
      startsFolded={listId !== null}
      open={openIn(act)}
      title={title}
      trail={trailTo(act, listId, name)}
      actions={
        act && (
          <>
            <FollowAct act={act} listId={listId} readAct={readAct} readSummary={readSummary} />
            <History mounted projectId={act.project_id} limit={act.limit} />
            {restrictions && (
              <>
                <span className="hide-phone">
                  <StatusButton act={act} status={status} name={name} onOpen={() => openDetails(dialogs, act)} />
                </span>
                <PrintButton mounted isInMenu />
                {priced && <ActExport mounted actId={actId} statusName={status ? sentenceText(statusName(status)) : ''} />}
                <SubmitButton
                  screen={screen}
                  act={act}
                  name={name}
                  status={status}
                  statuses={statuses}
                  blocked={restrictions.statusBlockedBy}
                  settleBlocked={restrictions.settleBlockedBy}
                  canOnlyBeAccepted={restrictions.canOnlyBeAccepted}
                />
                {mayShare(act) && <ShareButton onOpen={() => openShare(dialogs, act)} />}
                <ActionMenu actions={actActions({ act, name, restrictions, summary, list, dialogs, completing, ...onAct })} />
              </>
            )}
          </>
        )
      }
      subbar={(act === null || restrictions) && <ListTabs actId={actId} summary={summary} />}
      status={
        act &&
        restrictions && (
          <Legend act={act}>
            <StatusButton act={act} status={status} name={name} onOpen={() => openDetails(dialogs, act)} />
          </Legend>
        )
      }
    >
      <Blocked why={editBlockedBy} act={act} onBy={onBy} />
      {act && restrictions && (
        <PaperHead
          projectId={act.project_id}
          teamName={team?.name ?? ''}
          project={act.project_name}
          title={[m.export_act_title({ number: act.number }), ...(list ? [listTitle(list.title)] : [])].join(', ')}
          facts={actFacts(act, status)}
        />
      )}
      {failure !== null ? (
        <Unread title={m.act_unreadable()} missing={m.missing_act()} failure={failure} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows label={m.act_reading()} />
      ) : (
        <ActProvider value={shown}>
          <Answered act={shown.act} summary={shown.summary} withdrawal={dialogs.withdrawal} />
          <Outlet />
        </ActProvider>
      )}
      {act && restrictions && <Signatures projectId={act.project_id} teamName={team?.name ?? ''} />}
      {act && restrictions && (
        <>
          <Sharing screen={screen} share={dialogs.share} act={act} name={name} />
          <Completion {...completion} currency={shownCurrency} hasLater={hasLater} />
          <DetailsDialog dialog={dialogs.details} screen={screen} act={act} restrictions={restrictions} statuses={statuses} />
        </>
      )}
      <RemovalDialog removal={dialogs.removal} act={act} name={name} summary={summary} />
    </AppShell>
  );
}

export function ActScreen() {
  const [actId, listId] = [useIdParam('act'), useIdParam('list')];
  return actId === null ? <NotFound /> : <KnownAct key={actId} actId={actId} listId={listId} />;
}
