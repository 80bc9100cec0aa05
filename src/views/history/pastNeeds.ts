import type { HistoryLine, RecordChange, RecordNow } from '../../../domain/contract/historyRoutes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { PastSubject } from '../../machines/past/past.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** The changes read so far, latest first. */
export interface PastRead {
  readonly events: readonly HistoryLine[];
  readonly hasOlder: boolean;
}
/** A value that a field had, and the record that gets it again. */
export interface BringBack extends Pick<RecordChange, 'kind' | 'id' | 'name'> {
  readonly now: RecordNow;
  readonly field: string;
  /** As it is entered: a number, or its formula behind "=". */
  readonly text: string;
}
export interface PastPart extends Read {
  readonly read: ValueStore<PastRead>;
  readonly bringing: FormDialog<BringBack, null, void>;
}
export type PastOf = (subject: PastSubject) => PastPart;
