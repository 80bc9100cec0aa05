import { useActorRef, useSelector } from '@xstate/react';
import type { SecurityEntry } from '../../../domain/api/securityLogRoutes.ts';
import { SECURITY_GROUPS } from '../../../domain/securityLog.ts';
import { EVERYTHING, type LogFilter } from '../../machines/securityLog/securityLog.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TableFrame } from '../../ui/TableFrame.tsx';
import { useRetryAfterSilence } from '../actum.tsx';
import { dayOf, shownDay } from '../dates.ts';
import { useStored } from '../reading.ts';
import styles from './log.module.css';
import type { LogScreenPart } from './needs.ts';
import { detailOf, GROUPS, kindName, whoOf } from './words.ts';

const ALL = 'all';
const two = (number: number) => String(number).padStart(2, '0');
/** The day and the time, to the second. */
function moment(at: string): string {
  const date = new Date(at);
  return `${shownDay(dayOf(date))} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

interface FiltersProps {
  readonly filter: LogFilter;
  readonly members: LogScreenPart['members'];
  readonly onChoose: (filter: LogFilter) => void;
}

function Filters({ filter, members, onChoose }: FiltersProps) {
  const people = useStored(members) ?? [];
  return (
    <>
      <Select
        label={m.log_kind()}
        value={filter.group ?? ALL}
        options={[{ key: ALL, label: m.log_all_kinds() }, ...SECURITY_GROUPS.map((key) => ({ key, label: GROUPS[key]() }))]}
        onChoose={(key) => onChoose({ ...filter, group: SECURITY_GROUPS.find((each) => each === key) ?? null })}
      />
      <Select
        label={m.log_person()}
        value={String(filter.person ?? ALL)}
        options={[{ key: ALL, label: m.log_everybody() }, ...people.map(({ id, name }) => ({ key: String(id), label: name }))]}
        onChoose={(key) => onChoose({ ...filter, person: key === ALL ? null : Number(key) })}
      />
      <DateField label={m.log_from()} onDay={(from) => from !== filter.from && onChoose({ ...filter, from })} />
      <DateField label={m.log_until()} onDay={(until) => until !== filter.until && onChoose({ ...filter, until })} />
    </>
  );
}

const Entries = ({ entries }: { readonly entries: readonly SecurityEntry[] }) => (
  <TableFrame label={m.log_title()} focusable>
    <thead>
      <tr>
        {[m.log_when(), m.log_what(), m.log_who(), m.log_about(), m.log_address(), m.log_device()].map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className={styles.when}>{moment(entry.at)}</td>
          <th scope="row">{kindName(entry.kind)}</th>
          <td className={styles.named}>{whoOf(entry)}</td>
          <td className={styles.named}>{detailOf(entry)}</td>
          <td className={styles.when}>{entry.address}</td>
          <td>{entry.device}</td>
        </tr>
      ))}
    </tbody>
  </TableFrame>
);

/** The log's filters, its entries and a file of them. */
export function Log({ part }: { readonly part: LogScreenPart }) {
  const log = useActorRef(part.machine);
  useRetryAfterSilence(log);
  const { filter, hasMore, sentence } = useSelector(log, ({ context }) => context);
  const state = useSelector(log, ({ value }) => value);
  const entries = useStored(part.entries) ?? [];
  const choose = (chosen: LogFilter) => log.send({ type: 'filter.chosen', filter: chosen });
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <p className="muted">{m.log_lead()}</p>
        <Filters filter={filter} members={part.members} onChoose={choose} />
        <Button loading={state === 'makingFile'} onClick={() => log.send({ type: 'file.asked' })}>
          {m.log_export()}
        </Button>
      </div>
      {state !== 'failed' && sentence !== null && <Banner>{sentenceText(sentence) ?? ''}</Banner>}
      {state === 'failed' && (
        <FailedState
          title={m.log_unreadable()}
          sentence={sentenceText(sentence) ?? ''}
          onRetry={() => log.send({ type: 'load.retried' })}
        />
      )}
      {state === 'reading' && <SkeletonRows label={m.log_reading()} />}
      {state !== 'failed' && state !== 'reading' && entries.length === 0 && (
        <EmptyState title={m.log_none()}>{filter === EVERYTHING ? null : m.log_none_why()}</EmptyState>
      )}
      {state !== 'failed' && state !== 'reading' && entries.length > 0 && <Entries entries={entries} />}
      {hasMore && (state === 'ready' || state === 'readingMore') && (
        <div className={styles.rest}>
          <Button loading={state === 'readingMore'} onClick={() => log.send({ type: 'more.asked' })}>
            {m.log_more()}
          </Button>
        </div>
      )}
    </div>
  );
}
