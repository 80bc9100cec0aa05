import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ImportLists } from '../../../domain/contract/importShapes.ts';
import type { importMachine } from '../../machines/import/import.ts';
import { m } from '../../messages/messages.ts';
import { told } from '../../messages/told.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { SideHead, sideCount } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle, shownMoney } from '../figures.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { FilePicker } from '../project/FilePicker.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { Link, paths, useGo, useId, useTitle } from '../routing.tsx';
import { useImportScreen, useScreens } from '../screens.tsx';
import { AppShell, useReloadSidebar } from '../shell/AppShell.tsx';
import { NotFound } from '../shell/Whole.tsx';
import { CheckNumbers } from './CheckNumbers.tsx';
import { ImportRows } from './ImportRows.tsx';
import styles from './import.module.css';

type ImportActor = ActorRefFrom<typeof importMachine>;
type ImportSnapshot = SnapshotFrom<typeof importMachine>;

function ListsFound({ found, chosen, onChoose }: { found: ImportLists; chosen: number | null; onChoose: (id: number) => void }) {
  const rows = found.new_lists.reduce((sum, { row_count }) => sum + row_count, 0);
  return (
    <>
      <SideHead>{m.import_lists_found()}</SideHead>
      {found.new_lists.map(({ id, title, row_count, updated_count, error_count }) => (
        <button key={id} type="button" aria-current={id === chosen || undefined} onClick={() => onChoose(id)}>
          <span>{listTitle(title)}</span>
          {error_count > 0 ? (
            <Chip tone="wrong">{error_count}</Chip>
          ) : (
            !found.is_first_import && updated_count > 0 && <Chip tone="waits">{updated_count}</Chip>
          )}
          <span className={sideCount}>{row_count}</span>
        </button>
      ))}
      <span className="grow" />
      <div className={styles.listsSum}>
        <span className="faint">{m.import_rows_in_file()}</span>
        <b>{rows}</b>
      </div>
    </>
  );
}

function RemovalDialog({ actor, snapshot }: { readonly actor: ImportActor; readonly snapshot: ImportSnapshot }) {
  const { removal, found } = snapshot.context;
  const list = removal?.what === 'list' ? found?.new_lists.find(({ id }) => id === removal.id) : undefined;
  return (
    <ConfirmDialog
      open={snapshot.matches({ reviewing: 'confirmingRemoval' }) || snapshot.matches({ reviewing: 'removing' })}
      busy={snapshot.matches({ reviewing: 'removing' })}
      title={list ? m.import_delete_list({ title: listTitle(list.title) }) : m.import_delete_row()}
      description={list ? m.import_list_left_out({ count: list.row_count, worth: shownMoney(list.total) }) : m.import_row_left_out()}
      onConfirm={() => actor.send({ type: 'removal.confirmed' })}
      onClose={() => actor.send({ type: 'removal.declined' })}
    />
  );
}

function Reading({ snapshot, onRetry }: { readonly snapshot: ImportSnapshot; readonly onRetry: () => void }) {
  const { found, sentence } = snapshot.context;
  if (snapshot.matches({ reading: 'failed' })) {
    return <FailedState title={m.import_unlooked()} sentence={sentence ?? ''} onRetry={onRetry} />;
  }
  if (found === null) return <SkeletonRows label={m.import_looking()} />;
  return (
    <EmptyState
      title={m.import_reading({ file: found.file_name })}
      action={<ProgressBar value={found.progress} label={m.import_how_much_read()} />}
    >
      {m.import_recognising()}
    </EmptyState>
  );
}

function KnownImport({ id }: { readonly id: number }) {
  const screens = useScreens();
  const screen = useImportScreen(id);
  const about = useMemo(() => screens.project(id), [screens, id]);
  const known = useStored(about.project);
  useReading(about.reading);
  const actor = useActorRef(screen.machine, { input: { isUnderWay: true } });
  const snapshot = useSelector(actor, (current) => current);
  const isNarrow = useNarrow();
  const go = useGo();
  const reloadSidebar = useReloadSidebar();
  const [generation, setGeneration] = useState(0);
  useEmitted(actor, 'import.changed', () => setGeneration((count) => count + 1));
  useEmitted(actor, 'import.finished', ({ versionId }) => {
    reloadSidebar();
    go(paths.estimate(id, versionId), { replace: true });
  });
  useEmitted(actor, 'import.cancelled', () => go(paths.project(id), { replace: true }));
  const { found, listId, filter, sentence } = snapshot.context;
  const title = found ? m.import_of({ file: found.file_name }) : m.import();
  useTitle(title);
  const isReviewing = snapshot.matches('reviewing') || snapshot.matches('finishing');
  const isCancelling = snapshot.matches({ reviewing: 'confirmingCancel' }) || snapshot.matches({ reviewing: 'cancelling' });
  const list = found?.new_lists.find((each) => each.id === listId);
  const errors = found?.new_lists.reduce((sum, { error_count }) => sum + error_count, 0) ?? 0;
  const removeRow = useCallback((row: number) => actor.send({ type: 'removal.requested', removal: { what: 'row', id: row } }), [actor]);
  const removeList = (which: number) => actor.send({ type: 'removal.requested', removal: { what: 'list', id: which } });
  const cancel = () => actor.send({ type: 'cancel.requested' });
  const finish = () => actor.send({ type: 'finish.requested' });
  const finishing = found?.is_first_import === false ? m.import_check_numbers() : m.import_finish();
  const blocked =
    found?.status === 'importable' ? null : errors > 0 ? m.import_blocked_errors({ count: errors }) : m.import_blocked_empty();
  const showList = (which: number) => actor.send({ type: 'list.chosen', id: which });
  useScreenActions(
    snapshot.matches('reviewing') && found
      ? [
          { name: finishing, run: finish, blocked },
          ...found.new_lists
            .filter((each) => each.id !== listId)
            .map((each) => ({ name: m.palette_show({ name: listTitle(each.title) }), run: () => showList(each.id) })),
          ...(list ? [{ name: m.import_delete_list_action(), run: () => removeList(list.id) }] : []),
          { name: m.import_cancel(), run: cancel },
        ]
      : [],
  );
  const picker = (heading: string, lead: string) => (
    <div className={styles.centred}>
      <FilePicker
        title={heading}
        lead={lead}
        uploading={null}
        problem={sentence}
        onChoose={(file) => actor.send({ type: 'file.chosen', file })}
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
      sidebarLabel={isReviewing ? m.import_lists_found() : m.projects()}
      {...(isReviewing && found
        ? {
            sidebar: <ListsFound found={found} chosen={listId} onChoose={showList} />,
          }
        : {})}
      actions={
        isReviewing &&
        found && (
          <>
            {isNarrow ? (
              <Button kind="ghost" size="small" icon="cross" aria-label={m.import_cancel()} onClick={cancel} />
            ) : (
              <Button kind="ghost" size="small" onClick={cancel}>
                {m.import_cancel()}
              </Button>
            )}
            <Button kind="primary" size="small" blocked={blocked} loading={snapshot.matches('finishing')} onClick={finish}>
              {finishing}
            </Button>
          </>
        )
      }
    >
      {isReviewing && sentence !== null && !snapshot.matches({ reviewing: 'checkingNumbers' }) && <Banner>{told(sentence)}</Banner>}
      {isReviewing && blocked !== null && found && found.new_lists.length > 0 && (
        <Banner tone="waits" icon="alert">
          {blocked}
        </Banner>
      )}
      {snapshot.matches('reading') && <Reading snapshot={snapshot} onRetry={() => actor.send({ type: 'load.retried' })} />}
      {snapshot.matches('uploading') && <SkeletonRows label={m.import_sending()} />}
      {snapshot.matches('choosing') && picker(m.import_choose_another(), m.import_did_not_arrive())}
      {snapshot.matches('absent') && picker(m.import_none_waits(), m.import_choose_workbook())}
      {snapshot.matches('refused') && picker(m.import_unreadable(), found?.refusal?.detail ?? '')}
      {isReviewing && found && found.new_lists.length === 0 && (
        <EmptyState title={m.import_no_lists()}>{m.import_all_deleted()}</EmptyState>
      )}
      {isReviewing && found && list && (
        <ImportRows
          key={`${list.id} ${filter} ${generation}`}
          screen={screen}
          list={list}
          isFirst={found.is_first_import}
          currency={known?.project.currency ?? ''}
          filter={filter}
          onFilter={(chosen) => actor.send({ type: 'filter.chosen', filter: chosen })}
          onRemoveRow={removeRow}
          onRemoveList={() => removeList(list.id)}
        />
      )}
      <RemovalDialog actor={actor} snapshot={snapshot} />
      <ConfirmDialog
        open={isCancelling}
        busy={snapshot.matches({ reviewing: 'cancelling' })}
        title={m.import_cancel_title()}
        description={m.import_cancel_why({ file: found?.file_name ?? m.import_the_file() })}
        action={m.import_cancel()}
        onConfirm={() => actor.send({ type: 'cancel.confirmed' })}
        onClose={() => actor.send({ type: 'cancel.declined' })}
      />
      <CheckNumbers
        open={snapshot.matches({ reviewing: 'checkingNumbers' }) || (snapshot.matches('finishing') && found?.is_first_import === false)}
        numbers={snapshot.context.numbers}
        failure={snapshot.matches({ reviewing: { checkingNumbers: 'failed' } }) ? sentence : null}
        busy={snapshot.matches('finishing')}
        currency={known?.project.currency ?? ''}
        onRetry={() => actor.send({ type: 'load.retried' })}
        onConfirm={() => actor.send({ type: 'numbers.confirmed' })}
        onClose={() => actor.send({ type: 'numbers.declined' })}
      />
    </AppShell>
  );
}

export function ImportScreen() {
  const id = useId('id');
  return id === null ? <NotFound /> : <KnownImport key={id} id={id} />;
}
