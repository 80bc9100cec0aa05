import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { Act } from '../../../domain/contract/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { touchedActRows, touchesAct } from '../../machines/projectFeed/touched.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { latePart } from '../../ui/part.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany, useReference } from '../actum.tsx';
import { shownDay } from '../dates.ts';
import { isZero, listTitle, shownMoney } from '../figures.tsx';
import { History } from '../history/History.tsx';
import { useEmitted, useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, Outlet, paths, Tab, useGo, useId, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { NotFound } from '../shell/Whole.tsx';
import { type ActAction, ActionMenu } from './ActionMenu.tsx';
import styles from './act.module.css';
import { Completion, useCompletion } from './Completion.tsx';
import { ActProvider } from './context.ts';
import { DetailsDialog } from './DetailsDialog.tsx';
import { useActScreen } from './needs.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { standingOf } from './standing.ts';
import { statusTone } from './statusTone.ts';

const ActExport = latePart(() => import('../export/FileExport.tsx').then((module) => module.ActExport));

interface Following {
  readonly act: Act;
  readonly listId: number | null;
  readonly readAct: () => void;
  readonly readSummary: () => void;
}
/** Reads again what others change of the act. Its open list reads its own rows, and a single one with the summary. */
function FollowAct({ act, listId, readAct, readSummary }: Following) {
  useProjectChanges(act.project_id, (change) => {
    const rows = touchedActRows(change, act);
    const isReadWithRow = listId !== null && rows !== 'all' && rows.length === 1;
    if (rows.length > 0 && !isReadWithRow) readSummary();
    if (touchesAct(change, act)) readAct();
  });
  return null;
}

function KnownAct({ actId, listId }: { readonly actId: number; readonly listId: number | null }) {
  const screen = useActScreen(actId);
  const act = useStored(screen.act);
  const acts = useStored(screen.acts);
  const summary = useStored(screen.summary);
  const readingAct = useReading(screen.reading);
  const readingSummary = useReading(screen.readingSummary);
  const failure = readingAct.failure ?? readingSummary.failure;
  const retry = () => {
    readingAct.retry();
    readingSummary.retry();
  };
  const { statuses } = useReference();
  const { team } = useCompany();
  const go = useGo();
  const [completions, setCompletions] = useState(0);
  const share = useActorRef(screen.share);
  const details = useActorRef(screen.details);
  const removal = useActorRef(screen.removal);
  const removing = useSelector(removal, (snapshot) => snapshot);
  const standing = useMemo(() => act && standingOf(act, acts ?? [], statuses), [act, acts, statuses]);
  const hasLater = standing?.hasLater === true;
  const { dialog, moves, news, completing } = useCompletion(screen, hasLater, () => setCompletions((count) => count + 1));
  useEmitted(removal, 'form.accepted', () => act && go(paths.estimate(act.project_id, act.version_id)));
  const status = statuses.find(({ id }) => id === act?.status_id);
  const list = summary?.costs.find(({ id }) => id === listId);
  const name = act ? m.act_numbered({ number: act.number }) : m.act();
  const title = listId === null ? name : list ? listTitle(list.title) : m.list();
  useTitle(listId === null ? name : m.act_list_title({ act: name, list: title }));
  const shown = useMemo(
    () => act && summary && standing && { screen, act, summary, standing, completing, completions },
    [screen, act, summary, standing, completing, completions],
  );
  const lockedBy = standing?.lockedBy ?? null;
  const openShare = () => act && share.send({ type: 'share.opened', link: act.share });
  const openDetails = () => act && details.send({ type: 'dialog.opened', subject: act });
  const whole = { listId: null, name };
  const actions: readonly ActAction[] =
    act === null || standing === null
      ? []
      : [
          { key: 'details', name: m.act_details(), run: openDetails },
          { key: 'share', name: m.act_share(), run: openShare },
          ...(list === undefined
            ? []
            : [
                {
                  key: 'list',
                  group: m.act_complete(),
                  name: m.act_complete_list(),
                  run: () => completing.complete({ listId: list.id, name: listTitle(list.title) }),
                  blocked: lockedBy,
                },
              ]),
          { key: 'all', group: m.act_complete(), name: m.act_complete_all(), run: () => completing.complete(whole), blocked: lockedBy },
          { key: 'part', group: m.act_complete(), name: m.act_complete_all_to(), run: () => completing.ask(whole), blocked: lockedBy },
          {
            key: 'delete',
            name: m.act_delete(),
            run: () => removal.send({ type: 'dialog.opened', subject: act }),
            blocked: standing.keptBy,
            danger: true,
          },
        ];
  return (
    <AppShell
      key={listId === null ? 'summary' : 'list'}
      startsFolded={listId !== null}
      title={title}
      trail={
        act
          ? [
              { key: 'project', link: <Link to={paths.estimate(act.project_id, act.version_id)}>{act.project_name}</Link> },
              ...(listId === null ? [] : [{ key: 'act', link: <Link to={paths.act(actId)}>{name}</Link> }]),
            ]
          : []
      }
      actions={
        act && (
          <>
            <FollowAct act={act} listId={listId} readAct={readingAct.reload} readSummary={readingSummary.reload} />
            <History projectId={act.project_id} />
            <button type="button" className={styles.status} onClick={openDetails}>
              <span className="sr-only">{m.act_details_of({ name })}</span>
              {status && (
                <Chip tone={statusTone(status)} mark={status.color}>
                  {sentenceText(statusName(status))}
                </Chip>
              )}
              {act.finish_date !== null && <span className="faint hide-phone">{m.act_finish({ day: shownDay(act.finish_date) })}</span>}
            </button>
            <ActExport wanted actId={actId} teamName={team?.name ?? ''} statusName={status ? sentenceText(statusName(status)) : ''} />
            <span className="hide-phone">
              <Button size="small" icon="link" onClick={openShare}>
                {m.act_share()}
              </Button>
            </span>
            <ActionMenu actions={actions} />
          </>
        )
      }
      subbar={
        <Tabs label={m.lists()}>
          <Tab to={paths.act(actId)}>{m.summary()}</Tab>
          {summary?.costs.map(({ id, title: each }) => (
            <Tab key={id} to={paths.actList(actId, id)}>
              {listTitle(each)}
            </Tab>
          ))}
        </Tabs>
      }
      status={
        act && (
          <>
            <span className={styles.key}>
              <i className={styles.before} />
              {m.act_done_before()}
            </span>
            <span className={styles.key}>
              <i className={styles.now} />
              {m.act_done_now()}
            </span>
            <span className="grow" />
            {act.claimed_elsewhere !== null && !isZero(act.claimed_elsewhere) && (
              <span className="waits">{m.act_claimed_elsewhere({ amount: `${shownMoney(act.claimed_elsewhere)} ${act.currency}` })}</span>
            )}
            <span className="hide-phone">{m.act_against_version({ number: act.version_number })}</span>
            <span className="hide-phone">{m.act_balance_is()}</span>
          </>
        )
      }
    >
      {lockedBy !== null && <Banner tone="waits">{lockedBy}</Banner>}
      {act && (
        <p className={styles.onPaper}>
          {status && sentenceText(statusName(status))}
          {act.finish_date !== null && `, ${m.act_finish({ day: shownDay(act.finish_date) })}`}
        </p>
      )}
      {failure !== null ? (
        <FailedState title={m.act_unreadable()} sentence={failure} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows label={m.act_reading()} />
      ) : (
        <ActProvider value={shown}>
          <Outlet />
        </ActProvider>
      )}
      <ShareDialog share={share} name={name} />
      <Completion dialog={dialog} moves={moves} currency={act?.currency ?? ''} news={news} hasLater={hasLater} />
      {act && standing && <DetailsDialog dialog={details} act={act} standing={standing} statuses={statuses} />}
      <ConfirmDialog
        open={!removing.matches('closed')}
        busy={removing.matches('submitting')}
        problem={sentenceText(removing.context.sentence)}
        title={m.act_delete_title({ name })}
        description={
          act && m.act_delete_why({ amount: `${shownMoney(summary?.total_with_taxes.completed_now_total ?? act.price)} ${act.currency}` })
        }
        onConfirm={() => removal.send({ type: 'form.submitted', given: null })}
        onClose={() => removal.send({ type: 'dialog.closed' })}
      />
    </AppShell>
  );
}

export function ActScreen() {
  const [actId, listId] = [useId('act'), useId('list')];
  return actId === null ? <NotFound /> : <KnownAct key={actId} actId={actId} listId={listId} />;
}
