import { useActorRef, useSelector } from '@xstate/react';
import { useId } from 'react';
import type { Moment } from '../../../domain/api/historyRoutes.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { shownMoment } from '../dates.ts';
import { quoted } from '../figures.tsx';
import { useRefusedFocus } from '../forms.tsx';
import { useEmitted, useStored } from '../reading.ts';
import { Link, paths } from '../routing.tsx';
import styles from './Past.module.css';
import type { PastPart } from './pastNeeds.ts';

interface MomentsProps {
  readonly part: Pick<PastPart, 'moments' | 'momentChange'>;
  readonly projectId: number;
  readonly versionId: number;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

/** The named moments of a project: each is compared with now, renamed or removed; the current moment can be given a name. */
export function Moments({ part, projectId, versionId, mayEdit, onChanged }: MomentsProps) {
  const moments = useStored(part.moments) ?? [];
  const changes = useActorRef(part.momentChange);
  const snapshot = useSelector(changes, (current) => current);
  useEmitted(changes, 'form.accepted', onChanged);
  const form = useId();
  const { subject, sentence, problems } = snapshot.context;
  const fields = useRefusedFocus(problems);
  const isOpen = !snapshot.matches('closed');
  const doomed = subject?.kind === 'removal' ? subject.moment : null;
  const renamed = subject?.kind === 'rename' ? subject.moment : null;
  const busy = snapshot.matches('submitting');
  const problem = sentenceText(sentence);
  const close = () => changes.send({ type: 'dialog.closed' });
  if (moments.length === 0 && !mayEdit) return null;
  return (
    <section className={styles.moments} aria-label={m.moment_list()}>
      {moments.length > 0 && (
        <ul>
          {moments.map((moment) => (
            <MomentShown
              key={moment.id}
              moment={moment}
              comparison={paths.compare(projectId, versionId, moment.version_id ?? versionId, 'lists', moment.id)}
              mayEdit={mayEdit}
              onRename={() => changes.send({ type: 'dialog.opened', subject: { kind: 'rename', moment } })}
              onRemove={() => changes.send({ type: 'dialog.opened', subject: { kind: 'removal', moment } })}
            />
          ))}
        </ul>
      )}
      {mayEdit && (
        <Button size="small" icon="clock" onClick={() => changes.send({ type: 'dialog.opened', subject: { kind: 'naming', versionId } })}>
          {m.moment_name_now()}
        </Button>
      )}
      <Dialog
        open={isOpen && doomed === null}
        title={renamed === null ? m.moment_name_now_title() : m.moment_rename_title()}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{m.action_cancel()}</Button>
            <Button kind="primary" type="submit" form={form} loading={busy}>
              {renamed === null ? m.moment_keep() : m.action_rename()}
            </Button>
          </>
        }
      >
        <form
          id={form}
          ref={fields}
          noValidate
          className={styles.naming}
          onSubmit={(event) => {
            event.preventDefault();
            const given = new FormData(event.currentTarget);
            changes.send({
              type: 'form.submitted',
              given: { name: String(given.get('name') ?? ''), note: String(given.get('note') ?? '') },
            });
          }}
        >
          <Field
            name="name"
            label={m.column_name()}
            placeholder={m.moment_example()}
            defaultValue={renamed?.name ?? ''}
            autoComplete="off"
            autoFocus
            onFocus={(event) => event.target.select()}
            problem={sentenceText(problems.name ?? null) ?? problem}
          />
          <TextArea
            name="note"
            label={m.moment_note()}
            rows={2}
            defaultValue={renamed?.note ?? ''}
            problem={sentenceText(problems.note ?? null)}
          />
        </form>
      </Dialog>
      <ConfirmDialog
        open={isOpen && doomed !== null}
        title={m.moment_remove_title()}
        description={m.moment_remove_why({ name: quoted(doomed?.name ?? '') })}
        busy={busy}
        problem={problem}
        onConfirm={() => changes.send({ type: 'form.submitted', given: null })}
        onClose={close}
      />
    </section>
  );
}

interface ShownProps {
  readonly moment: Moment;
  /** The address of the comparison with now. */
  readonly comparison: string;
  readonly mayEdit: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function MomentShown({ moment: { name, note, at, author_name }, comparison, mayEdit, onRename, onRemove }: ShownProps) {
  return (
    <li>
      <p className={styles.by}>
        <b>{name}</b>
        <time className="faint" dateTime={at} title={new Date(at).toLocaleString(spokenLanguage())}>
          {shownMoment(at)}
        </time>
        {mayEdit && (
          <span className={styles.own}>
            <Button kind="ghost" size="extra-small" aria-label={m.moment_rename({ name })} onClick={onRename}>
              {m.action_rename()}
            </Button>
            <Button kind="ghost" size="extra-small" icon="trash" aria-label={m.moment_remove({ name })} onClick={onRemove} />
          </span>
        )}
      </p>
      {note !== '' && <p className={styles.note}>{note}</p>}
      <p className="faint">{m.moment_by({ author: author_name })}</p>
      <Link to={comparison} className={buttonClass({ kind: 'secondary', size: 'extra-small' })}>
        {m.moment_compare()}
      </Link>
    </li>
  );
}
