import { useSelector } from '@xstate/react';
import type { ImportLists } from '../../../domain/api/importShapes.ts';
import { contractsIn } from '../../../domain/contractChain.ts';
import { decidedLists } from '../../machines/import/found.ts';
import type { ScreenAction } from '../../machines/palette/actionStore.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { listTitle } from '../figures.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { FilePicker, Sending } from '../project/FilePicker.tsx';
import styles from '../project/ProjectPage.module.css';
import { useProjectScreen } from '../project/screen.ts';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { Link, paths, useGo, useIdParam, useTitle } from '../routing.tsx';
import { AppShell, useReloadSidebar } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { errorsIn, type ImportActor, type ImportSnapshot } from './errors.ts';
import { useImportActor } from './importActor.ts';
import { useImportScreen } from './screen.ts';

const Review = preloadedPart(() => import('./Review.tsx').then((module) => module.Review));
const CurrencyNamed = preloadedPart(() => import('./CurrencyNamed.tsx').then((module) => module.CurrencyNamed));
const ListsFound = preloadedPart(() => import('./ListsFound.tsx').then((module) => module.ListsFound));
const CarryOnImport = preloadedPart(() => import('../carrying/CarryOnImport.tsx').then((module) => module.CarryOnImport));
const CheckNumbers = preloadedPart(() => import('./CheckNumbers.tsx').then((module) => module.CheckNumbers));

function Reading({ actor, snapshot }: { readonly actor: ImportActor; readonly snapshot: ImportSnapshot }) {
  const { found, sentence } = snapshot.context;
  const cancel = <Button onClick={() => actor.send({ type: 'cancel.requested' })}>{m.import_cancel()}</Button>;
  if (snapshot.matches({ reading: 'stopping' })) return <EmptyState title={m.import_stopping()} />;
  if (sentence !== null) {
    return (
      <div className={styles.page}>
        <FailedState title={m.import_unlooked()} sentence={sentenceText(sentence)} onRetry={() => actor.send({ type: 'load.retried' })} />
        {cancel}
      </div>
    );
  }
  if (found === null) return <SkeletonRows label={m.import_looking()} />;
  return (
    <EmptyState
      title={m.import_reading({ file: found.file_name })}
      action={
        <>
          <ProgressBar value={found.progress} label={m.import_how_much_read()} />
          <p className="num">{m.import_percent_read({ percent: Math.floor(found.progress * 100) })}</p>
          {cancel}
        </>
      }
    >
      {found.progress < 1 ? m.import_recognising() : m.import_comparing()}
    </EmptyState>
  );
}

/** Why the import cannot be finished, or null. */
function blockedBy(found: ImportLists | null): string | null {
  if (found === null || found.status === 'errors_found') return m.import_blocked_errors({ count: found ? errorsIn(found) : 0 });
  return found.new_lists.some(({ included }) => included) ? null : m.import_blocked_empty();
}

function useReviewActions(actor: ImportActor, snapshot: ImportSnapshot, finishing: string, blocked: string | null): void {
  const { found, listId } = snapshot.context;
  const errors = found ? errorsIn(found) : 0;
  const ofErrors: readonly ScreenAction[] =
    errors === 0
      ? []
      : [
          { name: m.import_next_error(), run: () => actor.send({ type: 'error.sought' }) },
          {
            name: m.import_delete_errors({ count: errors }),
            run: () => actor.send({ type: 'removal.requested', removal: { what: 'errors' } }),
          },
        ];
  const ofLists = (found?.new_lists ?? []).map(
    ({ id, title }): ScreenAction =>
      id === listId
        ? {
            name: m.import_delete_list_action(),
            run: () => actor.send({ type: 'removal.requested', removal: { what: 'list', id } }),
          }
        : { name: m.palette_show({ name: listTitle(title) }), run: () => actor.send({ type: 'list.chosen', id }) },
  );
  useScreenActions(
    snapshot.matches('reviewing') && found
      ? [
          { name: finishing, run: () => actor.send({ type: 'finish.requested' }), blocked },
          ...ofErrors,
          ...ofLists,
          { name: m.import_cancel(), run: () => actor.send({ type: 'cancel.requested' }) },
        ]
      : [],
  );
}

interface ReviewButtonsProps {
  readonly actor: ImportActor;
  readonly snapshot: ImportSnapshot;
  /** The words on the button that finishes. */
  readonly finishing: string;
  readonly blocked: ReturnType<typeof blockedBy>;
}
function ReviewButtons({ actor, snapshot, finishing, blocked }: ReviewButtonsProps) {
  const isNarrow = useNarrow();
  const cancel = () => actor.send({ type: 'cancel.requested' });
  const finishes = snapshot.matches('finishing') || snapshot.context.requested?.type === 'finish.requested';
  return (
    <>
      {snapshot.matches({ reviewing: 'changing' }) && !finishes && <Spinner size="small" delayed label={m.import_changing()} />}
      {isNarrow ? (
        <Button kind="ghost" size="small" icon="cross" aria-label={m.import_cancel()} onClick={cancel} />
      ) : (
        <Button kind="ghost" size="small" onClick={cancel}>
          {m.import_cancel()}
        </Button>
      )}
      <Button kind="primary" size="small" blocked={blocked} loading={finishes} onClick={() => actor.send({ type: 'finish.requested' })}>
        {finishing}
      </Button>
    </>
  );
}

function KnownImport({ id }: { readonly id: number }) {
  const screen = useImportScreen(id);
  const about = useProjectScreen(id);
  const known = useStored(about.project);
  const { failed, retry, reload } = useReading(about.reading);
  useTeamOf(known?.project.team_id);
  const actor = useImportActor(screen.machine);
  const snapshot = useSelector(actor, (current) => current);
  const go = useGo();
  const reloadSidebar = useReloadSidebar();
  useEmitted(actor, 'import.finished', ({ versionId }) => {
    reloadSidebar();
    go(versionId === null ? paths.project(id) : paths.estimate(id, versionId), { replace: true });
  });
  useEmitted(actor, 'import.cancelled', () => go(paths.project(id), { replace: true }));
  const { found, listId, sentence, brought, sent, numbers } = snapshot.context;
  const title = found ? m.import_of({ file: found.file_name }) : m.import();
  useTitle(title);
  const isReviewing = snapshot.matches('reviewing') || snapshot.matches('finishing');
  const isCarrying = snapshot.matches({ reviewing: 'carrying' });
  const goesOn = known !== null && contractsIn(known.versions).length > 0;
  const isChecking =
    snapshot.matches({ reviewing: 'checkingNumbers' }) || (snapshot.matches('finishing') && found?.is_first_import === false);
  const cancel = () => actor.send({ type: 'cancel.requested' });
  const finishing = found?.is_first_import === false ? m.import_check_numbers() : m.import_finish();
  const decided = found && decidedLists(found, snapshot.context);
  const blocked = blockedBy(decided);
  const currency = known?.project.currency ?? '';
  const hasVersions = known !== null && known.project.last_version_id !== null;
  useReviewActions(actor, snapshot, finishing, blocked);
  const picker = (heading: string, lead: string) => (
    <div className={styles.page}>
      <FilePicker
        title={heading}
        lead={lead}
        problem={sentenceText(sentence)}
        onChoose={(file) => actor.send({ type: 'file.chosen', file })}
        onPaste={(text) => actor.send({ type: 'text.pasted', text })}
      />
      <Link to={paths.project(id)} className={buttonClass({ kind: 'ghost' })}>
        {m.import_back()}
      </Link>
    </div>
  );
  return (
    <AppShell
      title={title}
      trail={known ? [{ key: 'project', link: <Link to={paths.project(id)}>{known.project.name}</Link> }] : []}
      sidebarLabel={isReviewing && !isCarrying ? m.import_lists_found() : m.projects()}
      {...(isReviewing && !isCarrying && decided
        ? {
            sidebar: (
              <ListsFound
                mounted
                found={decided}
                chosen={listId}
                onChoose={(chosen) => actor.send({ type: 'list.chosen', id: chosen })}
                onChange={(change) => actor.send({ type: 'change.made', change })}
              />
            ),
          }
        : {})}
      actions={
        isReviewing && !isCarrying && found && <ReviewButtons actor={actor} snapshot={snapshot} finishing={finishing} blocked={blocked} />
      }
    >
      {failed?.isMissing && <Unread title={m.project_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />}
      {snapshot.matches('reading') && <Reading actor={actor} snapshot={snapshot} />}
      {(snapshot.matches('uploading') || snapshot.matches('withdrawing')) && (
        <Sending brought={brought} isWithdrawing={snapshot.matches('withdrawing')} sent={sent} onCancel={cancel} />
      )}
      {snapshot.matches('choosing') && picker(m.import_choose_another(), m.import_did_not_arrive())}
      {snapshot.matches('absent') &&
        failed === null &&
        (hasVersions
          ? picker(m.versions_from_file(), m.import_from_file_lead())
          : picker(m.import_none_waits(), m.import_choose_workbook()))}
      {snapshot.matches('refused') && picker(m.import_unreadable(), sentenceText(found?.refusal ?? null) ?? '')}
      {isReviewing && known && found?.currency_code && (
        <CurrencyNamed mounted code={found.currency_code} project={known.project} onDone={reload} />
      )}
      {isReviewing && !isCarrying && <Review mounted actor={actor} snapshot={snapshot} screen={screen} currency={currency} />}
      {isCarrying && known && (
        <CarryOnImport
          mounted
          projectId={id}
          teamId={known.project.team_id}
          currency={currency}
          found={snapshot.context.found}
          onLeave={() => actor.send({ type: 'carry.left' })}
          onPostpone={() => actor.send({ type: 'carry.postponed' })}
          onMade={(versionId) => actor.send({ type: 'carry.made', versionId })}
        />
      )}
      <CheckNumbers
        mounted={isChecking}
        open={isChecking}
        numbers={numbers}
        failure={snapshot.matches({ reviewing: { checkingNumbers: 'failed' } }) ? sentenceText(sentence) : null}
        busy={snapshot.matches('finishing')}
        currency={currency}
        onRetry={() => actor.send({ type: 'load.retried' })}
        goesOn={goesOn}
        onConfirm={() => actor.send({ type: 'numbers.confirmed', goesOn })}
        onClose={() => actor.send({ type: 'numbers.declined' })}
      />
    </AppShell>
  );
}

export function ImportScreen() {
  const id = useIdParam('id');
  return id === null ? <NotFound /> : <KnownImport key={id} id={id} />;
}
