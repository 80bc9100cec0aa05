import { useActorRef, useSelector } from '@xstate/react';
import { type KeyboardEvent, use, useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { RecordChange } from '../../../domain/api/historyRoutes.ts';
import { RECORD_KINDS } from '../../../domain/history.ts';
import { frozen } from '../../../domain/sentences/estimates.ts';
import type { PastSubject } from '../../machines/past/past.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { useLayer } from '../../ui/layers.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type WayBack, wayBack } from '../../ui/wayBack.ts';
import { useProfile, useShowNotice } from '../actum.tsx';
import { useAsk } from '../changing.ts';
import { useEmitted, useProjectFeed, useReading, useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { Moments } from './Moments.tsx';
import styles from './Past.module.css';
import { PastLine, RestoreButton } from './PastLine.tsx';
import type { BringBack } from './pastNeeds.ts';
import { FIELDS } from './sentences.ts';

const RECORDS: readonly string[] = RECORD_KINDS.filter((kind) => !['version', 'list', 'act'].includes(kind));

const titleOf = ({ name, field }: PastSubject): string => {
  const of = name === '' ? m.history_unnamed() : name;
  return field === undefined ? m.history_of({ name: of }) : m.history_of_field({ name: of, field: (FIELDS[field] ?? m.history_change)() });
};

/** Why a value of the record cannot be restored; null while it can. */
const whyBlocked = ({ kind, now }: RecordChange): string | null =>
  now?.frozen !== true ? null : kind === 'act' || kind === 'act_row' ? m.history_act_locked() : sentenceText(frozen());

/** Up and down lead from one change to the next, Home and End to the latest and the earliest shown. */
function stepBy({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const lines = [...currentTarget.querySelectorAll<HTMLElement>('li')];
  const at = lines.findIndex((line) => target instanceof Node && line.contains(target));
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 }[key];
  const line = to === undefined || at < 0 ? undefined : lines[Math.min(Math.max(to, 0), lines.length - 1)];
  line?.focus();
  return line !== undefined;
}

interface OpenProps {
  readonly subject: PastSubject;
  /** A limited member reads, and changes nothing of the estimate (docs/product.md, chapter 17). */
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

/** The changes of one record, latest first, with the values before and after. */
function OpenPast({ subject, mayEdit, onClose }: OpenProps) {
  const { past, pastOf } = useScreens();
  const partOf = use(pastOf());
  const part = useMemo(() => partOf(subject), [partOf, subject]);
  const read = useStored(part.read);
  const { failure, retry, reload } = useReading(part.reading);
  const bringing = useActorRef(part.bringing);
  const asked = useSelector(bringing, (snapshot) => snapshot);
  const showNotice = useShowNotice();
  const me = useProfile()?.id;
  useProjectFeed(subject.projectId, reload);
  useEmitted(bringing, 'form.accepted', () => {
    showNotice(m.history_brought_back(), 'done');
    reload();
  });
  const restoring = useActorRef(part.restoring);
  const restored = useSelector(restoring, (snapshot) => snapshot);
  useEmitted(restoring, 'form.accepted', reload);
  const { make: restore } = useAsk(restoring);
  const box = useRef<HTMLElement>(null);
  // A new object for every request, so that asking again for a history that is already open moves the focus there too.
  useEffect(() => {
    if (subject) box.current?.querySelector('button')?.focus();
  }, [subject]);
  const { make: makeBack } = useAsk(bringing);
  const bring = (back: BringBack) => {
    // The button disappears once the value is restored, so its line takes the focus.
    document.activeElement?.closest('li')?.focus();
    makeBack(back, null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  const isOwn = RECORDS.includes(subject.of);
  const problem = asked.matches('asking') ? sentenceText(asked.context.sentence) : null;
  const problemAt = (changes: readonly RecordChange[]) =>
    changes.some(({ kind, id }) => kind === asked.context.subject?.kind && id === asked.context.subject.id) ? problem : null;
  const first = read?.events.find(({ changes }) => problemAt(changes) !== null);
  const title = titleOf(subject);
  return (
    <aside ref={box} className={styles.panel} aria-label={title} onKeyDown={press}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <Button kind="ghost" size="small" icon="cross" aria-label={m.action_close()} onClick={onClose} />
      </header>
      <div className={styles.body}>
        {subject.of === 'version' && (
          <Moments part={part} projectId={subject.projectId} versionId={subject.id} mayEdit={mayEdit} onChanged={reload} />
        )}
        {failure !== null && read === null ? (
          <FailedState title={m.history_unreadable()} sentence={failure} onRetry={retry} />
        ) : read === null ? (
          <div role="status" className={styles.waiting}>
            <span className="sr-only">{m.history_reading()}</span>
            <Skeleton width={96} />
            <Skeleton width={240} />
            <Skeleton width={180} />
          </div>
        ) : read.events.length === 0 ? (
          <EmptyState title={m.history_none()}>{m.history_none_why()}</EmptyState>
        ) : (
          <ol className={styles.lines} onKeyDown={(event) => stepBy(event) && event.preventDefault()}>
            {read.events.map((line, at) => (
              <PastLine
                key={line.id}
                line={line}
                isOwn={isOwn}
                isFirst={at === 0}
                field={subject.field}
                me={me}
                whyBlocked={whyBlocked}
                problem={
                  line === first ? problem : restored.context.subject?.eventId === line.id ? sentenceText(restored.context.sentence) : null
                }
                actions={
                  mayEdit && (
                    <RestoreButton
                      line={line}
                      row={subject.of === 'row' ? subject.id : null}
                      busy={restored.matches('submitting')}
                      onRestore={(asked) => restore(asked, null)}
                    />
                  )
                }
                onBring={bring}
              />
            ))}
          </ol>
        )}
        {read?.hasOlder === true && (
          <p className={styles.older}>
            <Button
              size="small"
              onClick={() => {
                past.send({ type: 'older.asked' });
                reload();
              }}
            >
              {m.history_older()}
            </Button>
          </p>
        )}
      </div>
    </aside>
  );
}

/** The panel of the history, over the screen of its project. It closes with the screen, and the focus returns to where it was. */
export function Past({ projectId, mayEdit }: { readonly projectId: number } & Pick<OpenProps, 'mayEdit'>) {
  const { past } = useScreens();
  const subject = useSelector(past, ({ context }) => (context.subject?.projectId === projectId ? context.subject : null));
  const layer = useLayer();
  const opener = useRef<WayBack | null>(null);
  if (subject !== null && opener.current === null) opener.current = wayBack();
  useEffect(() => () => past.send({ type: 'past.closed' }), [past]);
  const close = () => {
    past.send({ type: 'past.closed' });
    opener.current?.()?.focus();
    opener.current = null;
  };
  if (subject === null) return null;
  const key = `${subject.of} ${subject.id} ${subject.field ?? ''}`;
  return createPortal(<OpenPast key={key} subject={subject} mayEdit={mayEdit} onClose={close} />, layer ?? document.body);
}
