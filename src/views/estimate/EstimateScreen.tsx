import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { FROZEN } from '../../../domain/contract/errors.ts';
import { m } from '../../messages/messages.ts';
import { told } from '../../messages/told.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { latePart } from '../../ui/part.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { isZero, listTitle, shownMoney } from '../figures.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, Outlet, paths, Tab, useGo, useId, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { NotFound } from '../shell/Whole.tsx';
import { EstimateProvider, type EstimateShown } from './context.ts';

const History = latePart(() => import('../history/History.tsx').then((module) => module.History));
const EstimateExport = latePart(() => import('../export/FileExport.tsx').then((module) => module.EstimateExport));
const NewAct = latePart(() => import('./NewAct.tsx').then((module) => module.NewAct));

function VersionPicker({ shown, projectId }: { readonly shown: EstimateShown; readonly projectId: number }) {
  const go = useGo();
  const { versions } = shown.about;
  const { version } = shown;
  if (!version) return null;
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass({ size: 'small' })}>
          {m.estimate_version({ number: version.number })} <span className="sign">{m.estimate_version_of({ count: versions.length })}</span>
          <Icon name="chevronDown" />
        </button>
      }
      options={versions.map(({ id, number, name }) => ({
        key: String(id),
        label: name === '' ? m.estimate_version({ number }) : m.estimate_version_named({ number, name }),
        chosen: id === version.id,
      }))}
      onChoose={(key) => go(paths.estimate(projectId, Number(key)))}
    />
  );
}

function ActPicker({ shown }: { readonly shown: EstimateShown }) {
  const go = useGo();
  const acts = shown.version?.acts ?? [];
  if (acts.length === 0) return null;
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass({ size: 'small' })}>
          {m.estimate_acts()} <span className="sign">{acts.length}</span>
          <Icon name="chevronDown" />
        </button>
      }
      options={acts.map(({ id, number }) => ({ key: String(id), label: m.act_numbered({ number }) }))}
      onChoose={(key) => go(paths.act(Number(key)))}
    />
  );
}

interface Addressed {
  readonly projectId: number;
  readonly versionId: number;
  readonly listId: number | null;
}

function KnownEstimate({ projectId, versionId, listId }: Addressed) {
  const screens = useScreens();
  const estimate = useMemo(() => screens.estimate(versionId), [screens, versionId]);
  const project = useMemo(() => screens.project(projectId), [screens, projectId]);
  const summary = useStored(estimate.summary);
  const about = useStored(project.project);
  const readingSummary = useReading(estimate.reading);
  const readingProject = useReading(project.reading);
  const [changes, setChanges] = useState(0);
  useProjectChanges(projectId, () => {
    readingSummary.reload();
    readingProject.reload();
    setChanges((count) => count + 1);
  });
  const newAct = useActorRef(estimate.newAct);
  const isAskingForAct = useSelector(newAct, (snapshot) => !snapshot.matches('closed'));
  const failure = readingSummary.failure ?? readingProject.failure;
  const version = about?.versions.find(({ id }) => id === versionId);
  const list = summary?.costs.find(({ id }) => id === listId);
  const title = listId === null ? m.estimate_summary() : list ? listTitle(list.title) : m.list();
  useTitle(title);
  const shown = useMemo(
    () => summary && about && { estimate, summary, about, version, changes },
    [estimate, summary, about, version, changes],
  );
  const openNewAct = () => newAct.send({ type: 'dialog.opened', subject: null });
  useScreenActions(shown ? [{ name: m.estimate_new_act(), run: openNewAct }] : []);
  const retry = () => {
    readingSummary.retry();
    readingProject.retry();
  };
  return (
    <AppShell
      key={listId === null ? 'summary' : 'list'}
      startsFolded={listId !== null}
      title={title}
      trail={about ? [{ key: 'project', link: <Link to={paths.estimate(projectId, versionId)}>{about.project.name}</Link> }] : []}
      actions={
        shown && (
          <>
            <span className="hide-phone">
              <VersionPicker shown={shown} projectId={projectId} />
            </span>
            <ActPicker shown={shown} />
            <History wanted projectId={projectId} changes={changes} />
            <EstimateExport wanted versionId={versionId} />
            <Button kind="primary" size="small" icon="plus" onClick={openNewAct}>
              {m.estimate_new_act()}
            </Button>
          </>
        )
      }
      subbar={
        <Tabs label={m.lists()}>
          <Tab to={paths.estimate(projectId, versionId)}>{m.summary()}</Tab>
          {summary?.costs.map(({ id, title: name }) => (
            <Tab key={id} to={paths.list(projectId, versionId, id)}>
              {listTitle(name)}
            </Tab>
          ))}
        </Tabs>
      }
      {...(about &&
        !isZero(about.project.claimed) && {
          status: <span>{m.estimate_claimed({ amount: `${shownMoney(about.project.claimed)} ${about.project.currency}` })}</span>,
        })}
    >
      {summary?.frozen && <Banner tone="waits">{told(FROZEN.detail)}</Banner>}
      {failure !== null ? (
        <FailedState title={m.estimate_unreadable()} sentence={failure} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows label={m.estimate_reading()} />
      ) : (
        <EstimateProvider value={shown}>
          <Outlet />
        </EstimateProvider>
      )}
      {shown && <NewAct wanted={isAskingForAct} dialog={newAct} shown={shown} />}
    </AppShell>
  );
}

export function EstimateScreen() {
  const [projectId, versionId, listId] = [useId('id'), useId('version'), useId('list')];
  if (projectId === null || versionId === null) return <NotFound />;
  return <KnownEstimate key={versionId} projectId={projectId} versionId={versionId} listId={listId} />;
}
