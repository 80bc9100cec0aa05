import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ImportLists } from '../../../domain/contract/shapes.ts';
import type { importMachine } from '../../machines/import/import.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { SideHead, sideCount } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle, shownMoney } from '../figures.tsx';
import { FilePicker } from '../project/FilePicker.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { Link, paths, useGo, useId, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
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
      <SideHead>Lists found</SideHead>
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
        <span className="faint">Rows in the file</span>
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
      title={list ? `Delete “${listTitle(list.title)}”?` : 'Delete this row?'}
      description={
        list
          ? `${list.row_count} rows worth ${shownMoney(list.total)} are left out of the import. The file itself stays as it is.`
          : 'It is left out of the import. The file itself stays as it is.'
      }
      onConfirm={() => actor.send({ type: 'removal.confirmed' })}
      onClose={() => actor.send({ type: 'removal.declined' })}
    />
  );
}

function Reading({ snapshot, onRetry }: { readonly snapshot: ImportSnapshot; readonly onRetry: () => void }) {
  const { found, sentence } = snapshot.context;
  if (snapshot.matches({ reading: 'failed' })) {
    return <FailedState title="The file could not be looked at" sentence={sentence ?? ''} onRetry={onRetry} />;
  }
  if (found === null) return <SkeletonRows label="Looking for the file" />;
  return (
    <EmptyState title={`Reading ${found.file_name}`} action={<ProgressBar value={found.progress} label="How much of the file is read" />}>
      Rows and prices are being recognised. You can leave this page; the file waits for you.
    </EmptyState>
  );
}

function KnownImport({ id }: { readonly id: number }) {
  const screens = useScreens();
  const screen = useMemo(() => screens.imports(id), [screens, id]);
  const about = useMemo(() => screens.project(id), [screens, id]);
  const known = useStored(about.project);
  useReading(about.reading);
  const actor = useActorRef(screen.machine, { input: { isUnderWay: true } });
  const snapshot = useSelector(actor, (current) => current);
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
  const title = found ? `Import ${found.file_name}` : 'Import';
  useTitle(title);
  const isReviewing = snapshot.matches('reviewing') || snapshot.matches('finishing');
  const isCancelling = snapshot.matches({ reviewing: 'confirmingCancel' }) || snapshot.matches({ reviewing: 'cancelling' });
  const list = found?.new_lists.find((each) => each.id === listId);
  const errors = found?.new_lists.reduce((sum, { error_count }) => sum + error_count, 0) ?? 0;
  const removeRow = useCallback((row: number) => actor.send({ type: 'removal.requested', removal: { what: 'row', id: row } }), [actor]);
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
        Back to the project
      </Link>
    </div>
  );
  return (
    <AppShell
      title={title}
      trail={known ? [{ key: 'project', link: <Link to={paths.project(id)}>{known.project.name}</Link> }] : []}
      sidebarLabel={isReviewing ? 'Lists found' : 'Projects'}
      {...(isReviewing && found
        ? {
            sidebar: <ListsFound found={found} chosen={listId} onChoose={(chosen) => actor.send({ type: 'list.chosen', id: chosen })} />,
          }
        : {})}
      actions={
        isReviewing &&
        found && (
          <>
            <Button kind="ghost" size="small" onClick={() => actor.send({ type: 'cancel.requested' })}>
              Cancel import
            </Button>
            <Button
              kind="primary"
              size="small"
              disabled={found.status !== 'importable'}
              title={errors > 0 ? 'Rows with errors stand in the way' : undefined}
              loading={snapshot.matches('finishing')}
              onClick={() => actor.send({ type: 'finish.requested' })}
            >
              {found.is_first_import ? 'Finish import' : 'Check numbers'}
            </Button>
          </>
        )
      }
    >
      {isReviewing && sentence !== null && !snapshot.matches({ reviewing: 'checkingNumbers' }) && <Banner>{sentence}</Banner>}
      {snapshot.matches('reading') && <Reading snapshot={snapshot} onRetry={() => actor.send({ type: 'load.retried' })} />}
      {snapshot.matches('uploading') && <SkeletonRows label="Sending the file" />}
      {snapshot.matches('choosing') && picker('Choose another file', 'The last one did not arrive.')}
      {snapshot.matches('absent') && picker('No file is waiting', 'Choose the workbook to import into this project.')}
      {snapshot.matches('refused') && picker('This file could not be read', found?.refusal?.detail ?? '')}
      {isReviewing && found && found.new_lists.length === 0 && (
        <EmptyState title="No lists are left">
          Everything found in the file was deleted. Cancel the import and choose the file again.
        </EmptyState>
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
          onRemoveList={() => actor.send({ type: 'removal.requested', removal: { what: 'list', id: list.id } })}
        />
      )}
      <RemovalDialog actor={actor} snapshot={snapshot} />
      <ConfirmDialog
        open={isCancelling}
        busy={snapshot.matches({ reviewing: 'cancelling' })}
        title="Cancel this import?"
        description={`What was read from ${found?.file_name ?? 'the file'} is dropped, with every row deleted here. The project stays as it was.`}
        action="Cancel import"
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
