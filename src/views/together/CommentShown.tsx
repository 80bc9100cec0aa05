import type { Comment } from '../../../domain/api/estimateShapes.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { takesLostFocus } from '../../ui/EmptyState.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { shownMoment } from '../dates.ts';
import { personName } from '../personName.ts';
import styles from './Comments.module.css';
import { sendByKey, textIn } from './sending.ts';

interface CommentProps {
  readonly comment: Comment;
  readonly isOwn: boolean;
  readonly isChanging: boolean;
  /** The text that was typed before this was shown, or null. */
  readonly typed: string | null;
  readonly isBusy: boolean;
  /** Why it cannot be edited now, or null. */
  readonly editBlocked: string | null;
  readonly problem: string | null;
  readonly onChange: () => void;
  readonly onType: (text: string) => void;
  readonly onKeep: (text: string) => void;
  readonly onLeave: () => void;
  readonly onRemove: () => void;
}

/** One comment with its author and time. Its author can edit it in place. */
export function CommentShown(props: CommentProps) {
  const { comment, isOwn, isChanging, typed, isBusy, editBlocked, problem, onChange, onType, onKeep, onLeave, onRemove } = props;
  const time = shownMoment(comment.created_at);
  return (
    <>
      <p className={styles.by}>
        <b>{isOwn ? m.comments_you() : personName(comment.author_name)}</b>
        <time className="faint" dateTime={comment.created_at} title={new Date(comment.created_at).toLocaleString(spokenLanguage())}>
          {time}
        </time>
        {comment.updated_at !== null && <span className="faint">{m.comments_edited()}</span>}
        {isOwn && !isChanging && (
          <span className={styles.own}>
            <Button
              kind="ghost"
              size="extra-small"
              ref={takesLostFocus}
              blocked={editBlocked}
              aria-label={m.comments_edit_of({ time })}
              onClick={onChange}
            >
              {m.comments_edit()}
            </Button>
            <Button kind="ghost" size="extra-small" icon="trash" aria-label={m.comments_delete_of({ time })} onClick={onRemove} />
          </span>
        )}
      </p>
      {isChanging ? (
        <form
          noValidate
          className={styles.changing}
          onSubmit={(event) => {
            event.preventDefault();
            onKeep(textIn(event));
          }}
        >
          <TextArea
            name="text"
            label={m.comments_edit_label()}
            rows={3}
            autoFocus
            defaultValue={typed ?? comment.text}
            readOnly={isBusy}
            problem={problem}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={sendByKey}
          />
          <div className={styles.sending}>
            <Button size="small" onClick={onLeave}>
              {m.action_cancel()}
            </Button>
            <Button kind="primary" size="small" type="submit" loading={isBusy}>
              {m.comments_save()}
            </Button>
          </div>
        </form>
      ) : (
        <p className={styles.text} dir="auto">
          {comment.text}
        </p>
      )}
    </>
  );
}
