import { useActorRef, useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Comment } from '../../../domain/api/estimateShapes.ts';
import { rowGone } from '../../../domain/sentences/editing.ts';
import { notFound } from '../../../domain/sentences/general.ts';
import type { CommentedRow, commentsMachine } from '../../machines/comments/comments.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useProfile } from '../actum.tsx';
import { quoted } from '../figures.tsx';
import { useForm } from '../forms.tsx';
import { commandKey } from '../palette/keys.ts';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { CommentShown } from './CommentShown.tsx';
import styles from './Comments.module.css';
import type { CommentThread, ThreadPart, Together } from './needs.ts';
import { sendByKey } from './sending.ts';

interface WritingProps {
  readonly part: ThreadPart;
  readonly panel: ActorRefFrom<typeof commentsMachine>;
  readonly draft: string;
}

function Writing({ part, panel, draft }: WritingProps) {
  const { ref, problems, sentence, code, isBusy, onSubmit } = useForm(part.writing, () => {
    ref.current?.reset();
    const field = ref.current?.querySelector('textarea');
    if (field) field.value = '';
    panel.send({ type: 'draft.sent' });
  });
  const problem =
    problems.text ?? (sentence === null ? null : code === notFound.code || code === rowGone.code ? m.comments_gone() : sentence);
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className={styles.writing}>
      <TextArea
        name="text"
        label={m.comments_write()}
        rows={3}
        defaultValue={draft}
        readOnly={isBusy}
        problem={problem}
        onChange={(event) => panel.send({ type: 'draft.typed', text: event.target.value })}
        onKeyDown={sendByKey}
      />
      <div className={styles.sending}>
        <span className="faint">{m.comments_sent_with({ keys: `${commandKey()} ${m.key_enter()}` })}</span>
        <Button kind="primary" size="small" type="submit" loading={isBusy}>
          {m.comments_send()}
        </Button>
      </div>
    </form>
  );
}

/** The comments with the one that is being edited, which keeps its place when it is deleted meanwhile: its text may be needed. */
function withEdited({ comments }: CommentThread, edited: Comment | null): readonly Comment[] {
  if (edited === null || comments.some(({ id }) => id === edited.id)) return comments;
  return [...comments, edited].toSorted((one, other) => one.id - other.id);
}

interface ThreadProps {
  readonly of: 'rows' | 'act_rows';
  readonly row: CommentedRow;
  readonly panel: ActorRefFrom<typeof commentsMachine>;
  readonly together: Together;
  readonly onClose: () => void;
  readonly onRead: () => void;
}

/** The comments on one row, oldest first, and the field for an answer. */
export function Thread({ of, row, panel, together, onClose, onRead }: ThreadProps) {
  const part = useMemo(() => together.thread(of, row.id, onRead), [together, of, row.id, onRead]);
  const thread = useStored(part.thread);
  const { failure, retry, reload } = useReading(part.reading);
  const watch = useActorRef(together.watchComments);
  useEmitted(watch, 'comments.changed', reload);
  const me = useProfile()?.id;
  const rewriting = useActorRef(part.rewriting);
  const removal = useActorRef(part.removal);
  const changing = useSelector(rewriting, (snapshot) => snapshot);
  const removing = useSelector(removal, (snapshot) => snapshot);
  const box = useRef<HTMLElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const edited = changing.matches('closed') ? null : changing.context.subject;
  const comments = thread === null ? [] : withEdited(thread, edited);
  const count = comments.length;
  // Of a long thread only the latest comments are loaded.
  const isEditedGone = thread !== null && thread.earlier === 0 && count > thread.comments.length;
  // A new object for every request, so that asking again for comments that are already open moves the focus there too.
  useEffect(() => {
    if (row) [...(box.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus();
  }, [row]);
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  const kept = panel.getSnapshot().context.edits[row.id] ?? null;
  useEffect(() => {
    const unsent = panel.getSnapshot().context.edits[row.id];
    if (unsent !== undefined) rewriting.send({ type: 'dialog.opened', subject: unsent.comment });
  }, [panel, rewriting, row.id]);
  const endEdit = () => panel.send({ type: 'edit.ended' });
  useEmitted(rewriting, 'form.accepted', endEdit);
  const leaveEdit = () => {
    rewriting.send({ type: 'dialog.closed' });
    if (rewriting.getSnapshot().matches('closed')) endEdit();
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    if (edited === null) onClose();
    else leaveEdit();
  };
  const draft = panel.getSnapshot().context.drafts[row.id] ?? '';
  const title = row.name === '' ? m.comments_on_unnamed() : m.comments_on({ row: row.name });
  return (
    <aside ref={box} className={styles.panel} aria-label={title} onKeyDown={closeByKey}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <Button kind="ghost" size="small" icon="cross" aria-label={m.action_close()} onClick={onClose} />
      </header>
      <div className={styles.thread}>
        {failure !== null && thread === null ? (
          <FailedState title={m.comments_unreadable()} sentence={failure} onRetry={retry} />
        ) : thread === null ? (
          <div role="status" className={styles.waiting}>
            <span className="sr-only">{m.comments_reading()}</span>
            <Skeleton width={96} />
            <Skeleton width={240} />
            <Skeleton width={180} />
          </div>
        ) : count === 0 ? (
          <EmptyState title={m.comments_none()}>{m.comments_none_why()}</EmptyState>
        ) : (
          <ol className={styles.comments}>
            {thread.earlier > 0 && <li className="faint">{m.comments_earlier({ count: thread.earlier })}</li>}
            {comments.map((comment, index) => (
              <li key={comment.id} ref={index === count - 1 ? end : null} className={styles.comment}>
                <CommentShown
                  comment={comment}
                  isOwn={comment.author_id === me}
                  isChanging={edited?.id === comment.id}
                  typed={kept?.text ?? null}
                  isBusy={changing.matches('submitting')}
                  editBlocked={edited === null ? null : m.comments_edit_one()}
                  problem={
                    isEditedGone || changing.context.sentence?.code === notFound.code
                      ? m.comments_edit_gone()
                      : sentenceText(changing.context.sentence)
                  }
                  onChange={() => rewriting.send({ type: 'dialog.opened', subject: comment })}
                  onType={(text) => panel.send({ type: 'edit.typed', edit: { comment, text } })}
                  onKeep={(text) => rewriting.send({ type: 'form.submitted', given: text })}
                  onLeave={leaveEdit}
                  onRemove={() => removal.send({ type: 'dialog.opened', subject: comment })}
                />
              </li>
            ))}
          </ol>
        )}
      </div>
      <Writing part={part} panel={panel} draft={draft} />
      <ConfirmDialog
        open={!removing.matches('closed')}
        busy={removing.matches('submitting')}
        problem={sentenceText(removing.context.sentence)}
        title={m.comments_delete_title()}
        description={m.comments_delete_why({ text: quoted(removing.context.subject?.text ?? '') })}
        onConfirm={() => removal.send({ type: 'form.submitted', given: null })}
        onClose={() => removal.send({ type: 'dialog.closed' })}
      />
    </aside>
  );
}
