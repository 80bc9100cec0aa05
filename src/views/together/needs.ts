import type { CallbackActorLogic } from 'xstate';
import type { Comment, CommentCount } from '../../../domain/api/estimateShapes.ts';
import type { Form } from '../../machines/form/form.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { presenceMachine } from '../../machines/presence/presence.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

export interface CommentThread {
  readonly comments: readonly Comment[];
  /** The number of unread comments above them. */
  readonly earlier: number;
}
export interface ThreadPart extends Read {
  readonly thread: ValueStore<CommentThread>;
  readonly writing: Form<{ text: string }, Comment>;
  readonly rewriting: FormDialog<Comment, string, Comment>;
  readonly removal: FormDialog<Comment, null, void>;
}
interface CommentsChanged {
  readonly type: 'comments.changed';
}
interface CountsPart extends Read {
  readonly counts: ValueStore<ReadonlyMap<number, CommentCount>>;
  /** Runs as long as they are shown: they are first read once it watches. */
  readonly watch: Together['watchComments'];
}
/** The other people in a version, and the comments on its rows. */
export interface Together {
  readonly presence: typeof presenceMachine;
  readonly watchComments: CallbackActorLogic<{ readonly type: 'none' }, undefined, CommentsChanged>;
  /** On the rows of a list as an act shows them, or of the estimate's when `actId` is null. */
  readonly counts: (listId: number, actId: number | null) => CountsPart;
  /** The comments shown count as read; `onRead` is called once the server knows. */
  readonly thread: (of: 'rows' | 'act_rows', rowId: number, onRead: () => void) => ThreadPart;
}
