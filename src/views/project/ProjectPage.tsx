import { useActorRef, useSelector } from '@xstate/react';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useAsk, useChanging } from '../changing.ts';
import { useImportScreen } from '../import/screen.ts';
import { whyLimited } from '../ownLimit.ts';
import { useScreenActions } from '../palette/actions.ts';
import { StatusChip } from '../projects/StatusChip.tsx';
import { useProjectActions } from '../projects/useProjectActions.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { Link, paths, Redirect, useGo, useIdParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { FilePicker, Sending } from './FilePicker.tsx';
import type { ProjectScreen } from './needs.ts';
import styles from './ProjectPage.module.css';
import { useProjectScreen } from './screen.ts';

function Upload({ projectId }: { readonly projectId: number }) {
  const screen = useImportScreen(projectId);
  const upload = useActorRef(screen.machine, { input: { isUnderWay: false } });
  const go = useGo();
  useEmitted(upload, 'import.begun', () => go(paths.import(projectId)));
  const isOnItsWay = useSelector(upload, (snapshot) => !snapshot.matches('choosing'));
  const isWithdrawing = useSelector(upload, (snapshot) => snapshot.matches('withdrawing'));
  const brought = useSelector(upload, ({ context }) => context.brought);
  const sent = useSelector(upload, ({ context }) => context.sent);
  const problem = sentenceText(useSelector(upload, ({ context }) => context.sentence));
  if (isOnItsWay)
    return (
      <Sending brought={brought} isWithdrawing={isWithdrawing} sent={sent} onCancel={() => upload.send({ type: 'cancel.requested' })} />
    );
  return (
    <FilePicker
      title={m.project_add_estimate()}
      lead={m.project_choose_workbook()}
      problem={problem}
      onChoose={(file) => upload.send({ type: 'file.chosen', file })}
      onPaste={(text) => upload.send({ type: 'text.pasted', text })}
    />
  );
}

/** Makes an empty version, for people without a workbook. */
function StartEmpty({ screen, projectId }: { readonly screen: ProjectScreen; readonly projectId: number }) {
  const changes = useActorRef(screen.versionChanges);
  const { busy, problem } = useChanging(changes);
  const go = useGo();
  const { make } = useAsk(changes);
  const start = () => make({ kind: 'creation' }, null);
  useEmitted(changes, 'form.accepted', ({ output }) => output.versionId !== null && go(paths.estimate(projectId, output.versionId)));
  useScreenActions([{ name: m.project_start_empty(), run: start }]);
  return (
    <section className={styles.empty} aria-label={m.project_start_empty()}>
      <Button icon="plus" loading={busy} onClick={start}>
        {m.project_start_empty()}
      </Button>
      <p className="faint">{m.project_start_empty_why()}</p>
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function KnownProject({ id }: { readonly id: number }) {
  const screen = useProjectScreen(id);
  const known = useStored(screen.project);
  const { failed, retry, reload } = useReading(screen.reading);
  useTitle(known?.project.name ?? m.project());
  useTeamOf(known?.project.team_id);
  const version = known?.project.last_version_id ?? null;
  const isWaiting = known !== null && ['not_imported', 'errors_found', 'importable'].includes(known.project.status);
  const go = useGo();
  const { actionsOf, dialogs } = useProjectActions(({ kind }) => (kind === 'deletion' ? go(paths.projects) : reload()));
  useScreenActions([
    ...(isWaiting && !known.project.limit ? [{ name: m.project_review_file(), run: () => go(paths.import(id)) }] : []),
    ...(known ? actionsOf(known.project).map(({ label, run, blocked = null }) => ({ name: label, run, blocked })) : []),
  ]);
  if (known && version !== null) return <Redirect to={paths.estimate(id, version)} replace />;
  return (
    <AppShell
      title={known?.project.name ?? m.project()}
      actions={known && <StatusChip status={known.project.status} />}
      trail={[{ key: 'projects', link: <Link to={paths.projects}>{m.projects()}</Link> }]}
    >
      {failed !== null ? (
        <Unread title={m.project_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />
      ) : known === null ? (
        <SkeletonRows label={m.project_reading()} />
      ) : known.project.limit ? (
        <EmptyState title={m.access_no_estimate()}>{whyLimited(known.project.limit)}</EmptyState>
      ) : isWaiting ? (
        <div className={styles.page}>
          <h2>{m.project_file_waits()}</h2>
          <p className="muted">{m.project_file_waits_why()}</p>
          <Link to={paths.import(id)} className={buttonClass({ kind: 'primary', size: 'large' })}>
            {m.project_review_file()}
          </Link>
        </div>
      ) : (
        <div className={styles.page}>
          <Upload projectId={id} />
          <StartEmpty screen={screen} projectId={id} />
        </div>
      )}
      {dialogs}
    </AppShell>
  );
}

/** Leads to the last version of the project's estimate, where it has one. */
function LedProject({ id }: { readonly id: number }) {
  const { leading } = useProjectScreen(id);
  const version = useStored(leading.version);
  const { failed, retry } = useReading(leading.reading);
  if (version?.id !== undefined) return <Redirect to={paths.estimate(id, version.id)} replace />;
  if (version !== null) return <KnownProject id={id} />;
  return (
    <AppShell title={m.project()}>
      {failed === null ? (
        <SkeletonRows label={m.project_reading()} />
      ) : (
        <Unread title={m.project_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />
      )}
    </AppShell>
  );
}

export function ProjectPage() {
  const id = useIdParam('id');
  return id === null ? <NotFound /> : <LedProject key={id} id={id} />;
}
