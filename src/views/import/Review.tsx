import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImportList, ImportLists, ImportRow } from '../../../domain/api/importShapes.ts';
import type { ErrorLocation, ImportFilter, Removal } from '../../machines/import/found.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { listTitle, quoted, shownMoney } from '../figures.tsx';
import { useBrought } from '../project/useBrought.ts';
import { useEmitted } from '../reading.ts';
import { Certainty } from './Certainty.tsx';
import { SeeDoubts } from './Doubts.tsx';
import { errorsIn, type ImportActor, type ImportSnapshot } from './errors.ts';
import { ImportRows } from './ImportRows.tsx';
import styles from './import.module.css';
import type { ImportScreen } from './needs.ts';
import { Vanished } from './Vanished.tsx';

const NEXT_ERROR = 'F8';

interface Words {
  readonly title: string;
  readonly description: string;
}

function wordsOfRow({ sheet_row_index: line, cells, amount }: ImportRow, currency: string): Words {
  const name = quoted(cells.name ?? '');
  return {
    title: name === '' ? m.import_delete_row({ line }) : m.import_delete_row_named({ line, name }),
    description: amount === null ? m.import_row_left_out() : m.import_row_left_out_worth({ worth: `${shownMoney(amount)} ${currency}` }),
  };
}

function wordsOf(removal: Removal, found: ImportLists | null, row: ImportRow | null, currency: string): Words {
  if (removal.what === 'row') return row === null ? { title: '', description: '' } : wordsOfRow(row, currency);
  if (removal.what === 'errors') {
    return { title: m.import_delete_errors_title({ count: found ? errorsIn(found) : 0 }), description: m.import_errors_left_out() };
  }
  const list = found?.new_lists.find(({ id }) => id === removal.id);
  return {
    title: m.import_delete_list({ title: listTitle(list?.title ?? '') }),
    description: m.import_list_left_out({ count: list?.row_count ?? 0, worth: `${shownMoney(list?.total ?? '0.00')} ${currency}` }),
  };
}

interface AskingProps {
  readonly actor: ImportActor;
  readonly snapshot: ImportSnapshot;
}

/** `row` is the row whose deletion was requested last. */
function RemovalDialog({ actor, snapshot, row, currency }: AskingProps & { readonly row: ImportRow | null; readonly currency: string }) {
  const { change, found } = snapshot.context;
  const removal = change !== null && (change.what === 'list' || change.what === 'row' || change.what === 'errors') ? change : null;
  const [last, setLast] = useState<Removal | null>(null);
  if (removal !== null && removal !== last) setLast(removal);
  return (
    <ConfirmDialog
      open={removal !== null}
      busy={snapshot.matches({ reviewing: 'changing' })}
      {...wordsOf(removal ?? last ?? { what: 'errors' }, found, row, currency)}
      onConfirm={() => actor.send({ type: 'removal.confirmed' })}
      onClose={() => actor.send({ type: 'removal.declined' })}
    />
  );
}

function CancelDialog({ actor, snapshot, found }: AskingProps & { readonly found: ImportLists }) {
  const busy = snapshot.matches({ reviewing: 'cancelling' });
  const count = found.new_lists.reduce((sum, { row_count }) => sum + row_count, 0);
  return (
    <ConfirmDialog
      open={busy || snapshot.matches({ reviewing: 'confirmingCancel' })}
      busy={busy}
      title={m.import_cancel_title({ file: found.file_name })}
      description={m.import_cancel_why({ count })}
      action={m.import_cancel()}
      cancel={m.import_keep()}
      onConfirm={() => actor.send({ type: 'cancel.confirmed' })}
      onClose={() => actor.send({ type: 'cancel.declined' })}
    />
  );
}

interface FiltersProps {
  readonly found: ImportLists;
  readonly list: ImportList;
  readonly filter: ImportFilter;
  readonly actor: ImportActor;
}

function Filters({ found, list, filter, actor }: FiltersProps) {
  const choice = (which: ImportFilter, name: string, count: number) => (
    <Filter chosen={filter === which} count={count} onChoose={() => actor.send({ type: 'filter.chosen', filter: which })}>
      {name}
    </Filter>
  );
  return (
    <div className={styles.filters}>
      {!found.is_first_import && choice('updated', m.import_filter_updated(), list.updated_count)}
      {choice('errors', m.import_filter_errors(), list.error_count)}
      {choice('all', m.import_filter_all(), list.row_count)}
      {!found.is_first_import && choice('vanished', m.import_filter_vanished(), found.vanished_count)}
      <span className="grow" />
      <Button
        kind="ghost"
        size="small"
        icon="trash"
        onClick={() => actor.send({ type: 'removal.requested', removal: { what: 'list', id: list.id } })}
      >
        {m.import_delete_list_action()}
      </Button>
    </div>
  );
}

function ErrorsBanner({ count, actor }: { readonly count: number; readonly actor: ImportActor }) {
  const isNarrow = useNarrow();
  return (
    <Banner
      tone="waits"
      icon="alert"
      action={
        <span className={styles.errorTools}>
          <Button size="small" onClick={() => actor.send({ type: 'error.sought' })}>
            {m.import_next_error()} {!isNarrow && <Keys keys={[NEXT_ERROR]} />}
          </Button>
          <Button kind="ghost" size="small" onClick={() => actor.send({ type: 'removal.requested', removal: { what: 'errors' } })}>
            {m.import_delete_errors({ count })}
          </Button>
        </span>
      }
    >
      {m.import_blocked_errors({ count })}
    </Banner>
  );
}

interface ReviewProps {
  readonly actor: ImportActor;
  readonly snapshot: ImportSnapshot;
  readonly screen: ImportScreen;
  readonly currency: string;
}

/** The lists found in the file, until they are imported or discarded. */
export function Review({ actor, snapshot, screen, currency }: ReviewProps) {
  const { found, listId, filter, sentence, sought, refusedColumn } = snapshot.context;
  const [generation, setGeneration] = useState(0);
  useEmitted(actor, 'import.changed', () => setGeneration((count) => count + 1));
  useBrought({ onFile: (file) => actor.send({ type: 'file.chosen', file }) });
  const reached = useRef<ErrorLocation | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (event.key !== NEXT_ERROR || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      actor.send({ type: 'error.sought' });
    };
    addEventListener('keydown', press, { signal: leave.signal });
    return () => leave.abort();
  }, [actor]);
  const [doomed, setDoomed] = useState<ImportRow | null>(null);
  const removeRow = useCallback(
    (row: ImportRow) => {
      setDoomed(row);
      actor.send({ type: 'removal.requested', removal: { what: 'row', id: row.id } });
    },
    [actor],
  );
  if (found === null) return null;
  const list = found.new_lists.find(({ id }) => id === listId);
  const errors = errorsIn(found);
  const isElsewhere = refusedColumn !== null || snapshot.matches({ reviewing: 'checkingNumbers' });
  return (
    <>
      {sentence !== null && !isElsewhere && <Banner>{sentenceText(sentence)}</Banner>}
      {errors > 0 && <ErrorsBanner count={errors} actor={actor} />}
      {found.new_lists.length > 0 && (
        <Certainty found={found} onRemedy={(remedy) => actor.send({ type: 'change.made', change: { what: 'remedy', remedy } })} />
      )}
      {found.new_lists.length === 0 && <EmptyState title={m.import_no_lists()}>{m.import_all_deleted()}</EmptyState>}
      {list && <Filters found={found} list={list} filter={filter} actor={actor} />}
      {list && filter === 'vanished' && <Vanished key={generation} screen={screen} currency={currency} />}
      {list && filter !== 'vanished' && (
        <ImportRows
          key={`${list.id} ${filter} ${generation}`}
          screen={screen}
          list={list}
          isFirst={found.is_first_import}
          currency={currency}
          filter={filter}
          sought={sought}
          reached={reached}
          decisions={snapshot.context}
          refused={refusedColumn !== null && sentence !== null ? { column: refusedColumn, sentence } : null}
          onTake={(column, takenFor) => actor.send({ type: 'change.made', change: { what: 'column', listId: list.id, column, takenFor } })}
          onRemoveRow={removeRow}
          onTakeIn={(row_index) =>
            actor.send({ type: 'change.made', change: { what: 'remedy', remedy: { kind: 'take_in', list_id: list.id, row_index } } })
          }
        />
      )}
      <RemovalDialog actor={actor} snapshot={snapshot} row={doomed} currency={currency} />
      <CancelDialog actor={actor} snapshot={snapshot} found={found} />
      <SeeDoubts
        open={snapshot.matches({ reviewing: 'seeingDoubts' })}
        found={found}
        onAccept={() => actor.send({ type: 'doubts.accepted' })}
        onClose={() => actor.send({ type: 'doubts.declined' })}
      />
    </>
  );
}
