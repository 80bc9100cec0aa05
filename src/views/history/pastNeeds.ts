import type { HistoryLine, Moment, RecordChange, RecordNow } from '../../../domain/api/historyRoutes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { PastSubject } from '../../machines/past/past.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** The changes loaded so far, latest first. */
export interface PastRead {
  readonly events: readonly HistoryLine[];
  readonly hasOlder: boolean;
}
/** An earlier value of a field, and the record to restore it in. */
export interface BringBack extends Pick<RecordChange, 'kind' | 'id' | 'name'> {
  readonly now: RecordNow;
  readonly field: string;
  /** The value in the form in which it is entered: a number, or its formula behind "=". */
  readonly text: string;
}
/** Changes to named moments. */
export type MomentChange =
  | { readonly kind: 'naming'; readonly versionId: number }
  | { readonly kind: 'rename' | 'removal'; readonly moment: Moment };
/** The rows that an event deleted; all of them, or the one whose history is shown. */
export interface Restoration {
  readonly versionId: number;
  readonly eventId: number;
  readonly ids: readonly number[] | null;
}
export interface PastPart extends Read {
  readonly read: ValueStore<PastRead>;
  readonly bringing: FormDialog<BringBack, null, void>;
  readonly restoring: FormDialog<Restoration, null, void>;
  /** The named moments of the project, latest first; loaded with the history of a version. */
  readonly moments: ValueStore<readonly Moment[]>;
  readonly momentChange: FormDialog<MomentChange, { readonly name: string; readonly note: string } | null, void>;
}
export type PastOf = (subject: PastSubject) => PastPart;
