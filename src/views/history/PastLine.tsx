import type { ReactNode } from 'react';
import type { FieldChange, HistoryLine, HistoryValue, RecordChange } from '../../../domain/api/historyRoutes.ts';
import { isRestorable, valueEntered } from '../../../domain/history.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useReference } from '../actum.tsx';
import { shownMoment } from '../dates.ts';
import { quoted } from '../figures.tsx';
import { personName } from '../personName.ts';
import styles from './Past.module.css';
import type { BringBack, Restoration } from './pastNeeds.ts';
import { fieldName, recordName, shownValue, whatHappened } from './pastValues.tsx';
import { subjectOf } from './sentences.ts';

type OnBring = (back: BringBack) => void;

interface ValueProps {
  readonly change: RecordChange;
  readonly field: FieldChange;
  readonly value: HistoryValue | null;
  readonly blocked: string | null;
  readonly onBring: OnBring;
}

/** One of the two values of a field. It can be restored unless it is the present value. */
function Value({ change, field: { field }, value, blocked, onBring }: ValueProps) {
  const { statuses } = useReference();
  const shown = shownValue(field, value, statuses);
  const { now } = change;
  const text = valueEntered(value);
  const canReturn = value !== null && now !== null && isRestorable(change.kind, field) && text !== valueEntered(now.values[field] ?? null);
  return (
    <span className={styles.value}>
      {/* Long texts are shown whole: two names may differ in their last letter. */}
      <span className={value === null || value.text === '' ? 'faint' : undefined}>{shown}</span>
      {canReturn && now && (
        <Button
          kind="ghost"
          size="extra-small"
          icon="undo"
          blocked={blocked}
          title={m.history_bring_back()}
          aria-label={m.history_bring_back_value({ value: quoted(shown) })}
          onClick={() => onBring({ kind: change.kind, id: change.id, name: change.name, now, field, text })}
        />
      )}
    </span>
  );
}

interface ChangeProps {
  readonly change: RecordChange;
  /** The history is this record's own, so its name is left out. */
  readonly isOwn: boolean;
  /** One of several records made or deleted together is shown by its name alone. */
  readonly isOneOfMany: boolean;
  readonly blocked: string | null;
  readonly onBring: OnBring;
}

function Change({ change, isOwn, isOneOfMany, blocked, onBring }: ChangeProps) {
  const { what } = change;
  const isOneSided = what === 'made' || what === 'removed';
  const isNamed = ({ field }: FieldChange) => !isOwn && isOneSided && field === 'name';
  const fields = isOneSided && isOneOfMany ? [] : change.fields.filter((field) => !isNamed(field));
  return (
    <div className={styles.change}>
      {!isOwn && <p className={styles.name}>{recordName(change)}</p>}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map((field) => (
            <div key={field.field}>
              <dt>{fieldName(field, change)}</dt>
              <dd>
                {what !== 'made' && <Value change={change} field={field} value={field.from} blocked={blocked} onBring={onBring} />}
                {!isOneSided && (
                  <span className={styles.arrow}>
                    <span aria-hidden="true">→</span>
                    <span className="sr-only">{m.history_becomes()}</span>
                  </span>
                )}
                {what !== 'removed' && <Value change={change} field={field} value={field.to} blocked={blocked} onBring={onBring} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface RestoreProps {
  readonly line: HistoryLine;
  /** The row whose history is shown; null for all rows of the event. */
  readonly row: number | null;
  readonly busy: boolean;
  readonly onRestore: (asked: Restoration) => void;
}

/** Restores rows that the event deleted and that are still deleted. */
export function RestoreButton({
  line: { id, entity_type, type, version_id, processed, changes, records },
  row,
  busy,
  onRestore,
}: RestoreProps) {
  const areGone = changes.length > 0 && changes.every(({ kind, what, now }) => kind === 'row' && what === 'removed' && now === null);
  if (entity_type !== 'row' || type !== 'delete' || version_id === null || !processed || !areGone) return null;
  return (
    <p>
      <Button
        size="extra-small"
        icon="undo"
        loading={busy}
        onClick={() => onRestore({ versionId: version_id, eventId: id, ids: row === null ? null : [row] })}
      >
        {row === null ? m.history_restore_rows({ count: records }) : m.history_restore()}
      </Button>
    </p>
  );
}

interface LineProps {
  readonly line: HistoryLine;
  readonly isOwn: boolean;
  readonly isFirst: boolean;
  /** Shows the changes of this field only. */
  readonly field: string | undefined;
  readonly me: number | undefined;
  readonly whyBlocked: (change: RecordChange) => string | null;
  readonly problem: string | null;
  readonly actions: ReactNode;
  readonly onBring: OnBring;
}

/** One change: who, when, what, and the values before and after. */
export function PastLine({ line, isOwn, isFirst, field, me, whyBlocked, problem, actions, onBring }: LineProps) {
  const { author_id, author_name, created_at, processed, changes, records } = line;
  const shown =
    field === undefined ? changes : changes.map((change) => ({ ...change, fields: change.fields.filter((each) => each.field === field) }));
  return (
    <li className={styles.line} tabIndex={isFirst ? 0 : -1}>
      <p className={styles.by}>
        <b>{author_id === me ? m.comments_you() : personName(author_name)}</b>
        <time className="faint" dateTime={created_at} title={new Date(created_at).toLocaleString(spokenLanguage())}>
          {shownMoment(created_at)}
        </time>
        {!processed && <Chip>{m.history_undone()}</Chip>}
      </p>
      <p className={styles.what}>{whatHappened(line)}</p>
      {line.entity_type === 'version' && changes.length === 0 && line.subject !== '' && <p className={styles.name}>{subjectOf(line)}</p>}
      {shown.map((change) => (
        <Change
          key={`${change.kind} ${change.id}`}
          change={change}
          isOwn={isOwn}
          isOneOfMany={!isOwn && records > 1}
          blocked={whyBlocked(change)}
          onBring={onBring}
        />
      ))}
      {!isOwn && records > changes.length && changes.length > 0 && (
        <p className="faint">{m.history_more_records({ count: records - changes.length })}</p>
      )}
      {actions}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
