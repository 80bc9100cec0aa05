import { useActorRef } from '@xstate/react';
import { useMemo, useState } from 'react';
import { m } from '../../messages/messages.ts';
import { told } from '../../messages/told.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { latePart } from '../../ui/part.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany, useReference } from '../actum.tsx';
import { shownDay } from '../dates.ts';
import { listTitle } from '../figures.tsx';
import { useHistory } from '../history/History.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, Outlet, paths, Tab, useId, useTitle } from '../routing.tsx';
import { useActScreen } from '../screens.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { NotFound } from '../shell/Whole.tsx';
import styles from './act.module.css';
import { ActProvider } from './context.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { statusTone } from './statusTone.ts';

const ActExport = latePart(() => import('../export/FileExport.tsx').then((module) => module.ActExport));

/** Undo and redo of the act's project, and word of what others do in it. */
function History({ projectId, onChange }: { readonly projectId: number; readonly onChange: () => void }) {
  const { changed, buttons } = useHistory(projectId);
  useProjectChanges(projectId, () => {
    changed();
    onChange();
  });
  return buttons;
}

function KnownAct({ actId, listId }: { readonly actId: number; readonly listId: number | null }) {
  const screen = useActScreen(actId);
  const act = useStored(screen.act);
  const summary = useStored(screen.summary);
  const { failure, retry, reload } = useReading(screen.reading);
  const { statuses } = useReference();
  const { team } = useCompany();
  const share = useActorRef(screen.share);
  const [changes, setChanges] = useState(0);
  const status = statuses.find(({ id }) => id === act?.status_id);
  const openShare = () => act && share.send({ type: 'share.opened', link: act.share });
  useScreenActions(act ? [{ name: m.act_share(), run: openShare }] : []);
  const isFinal = status !== undefined && status === statuses.at(-1);
  const lockedBy = isFinal ? m.act_locked({ status: told(status.name).toLowerCase() }) : null;
  const list = summary?.costs.find(({ id }) => id === listId);
  const name = act ? m.act_numbered({ number: act.number }) : m.act();
  const title = listId === null ? name : list ? listTitle(list.title) : m.list();
  useTitle(listId === null ? name : m.act_list_title({ act: name, list: title }));
  const shown = useMemo(() => act && summary && { screen, act, summary, lockedBy, changes }, [screen, act, summary, lockedBy, changes]);
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
            <History
              projectId={act.project_id}
              onChange={() => {
                reload();
                setChanges((count) => count + 1);
              }}
            />
            {status && <Chip tone={statusTone(status)}>{told(status.name)}</Chip>}
            {act.finish_date !== null && <span className="faint hide-phone">{m.act_finish({ day: shownDay(act.finish_date) })}</span>}
            <ActExport wanted actId={actId} teamName={team?.name ?? ''} statusName={status ? told(status.name) : ''} />
            <Button size="small" icon="link" onClick={openShare}>
              <span className="sr-only-phone">{m.act_share()}</span>
            </Button>
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
            <span>{m.act_against_version({ number: act.version_number })}</span>
            <span className="hide-phone">{m.act_balance_is()}</span>
          </>
        )
      }
    >
      {lockedBy !== null && <Banner tone="waits">{lockedBy}</Banner>}
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
    </AppShell>
  );
}

export function ActScreen() {
  const [actId, listId] = [useId('act'), useId('list')];
  return actId === null ? <NotFound /> : <KnownAct key={actId} actId={actId} listId={listId} />;
}
