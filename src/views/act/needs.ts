import type { Completed, MovedAct } from '../../../domain/api/actShapes.ts';
import type { Act, ActRow, ActSummary, Version } from '../../../domain/api/shapes.ts';
import type { ActRowsOnly } from '../../../domain/rowView.ts';
import type { claimCheckMachine } from '../../machines/claimCheck/claimCheck.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { resourceMachine } from '../../machines/resource/resource.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { shareMachine } from '../../machines/share/share.ts';
import type { Answering } from '../answer/needs.ts';
import type { Edited, Read } from '../needs.ts';
import type { Viewed } from '../sections/listFoot.tsx';

/** The fields of an act that can be set; absent fields stay as they are. */
export interface ActDetails {
  readonly number?: string;
  readonly finish_date?: string | null;
  readonly status_id?: number;
  /** The person has seen that deductions are left out. */
  readonly deductions_seen?: true;
}
/** The rows to complete: a list, or the whole act. */
export interface ToComplete {
  readonly listId: number | null;
  readonly name: string;
  /** The person enters the percent first. */
  readonly isAsked?: true;
}
/** A completion that the person has to confirm, because of its sum or its changes to later acts. */
export interface CompletionAsked {
  readonly what: ToComplete;
  readonly percent: string;
  /** The amount that the act would claim in addition, with taxes. */
  readonly claimed: string;
  readonly later: readonly MovedAct[];
}
export interface ActScreen extends Read {
  readonly readingSummary: typeof resourceMachine;
  readonly act: ValueStore<Act>;
  readonly summary: ValueStore<ActSummary>;
  /** All acts of its version, in the order they were made. */
  readonly acts: ValueStore<Version['acts']>;
  /** Whether another version carries the work of its version on. */
  readonly carriedOn: ValueStore<Pick<Version, 'carried_on_by'>>;
  readonly details: FormDialog<Act, ActDetails, Act>;
  readonly claimCheck: typeof claimCheckMachine;
  /** Sets the status without a dialog. */
  readonly statusChange: FormDialog<Act, ActDetails, Act>;
  readonly completion: FormDialog<ToComplete, string, Completed | CompletionAsked>;
  readonly completionMoves: FormDialog<CompletionAsked, null, Completed>;
  /** Undoes a completion, as long as nothing has happened since. */
  readonly completionUndo: FormDialog<{ readonly eventId: number }, null, void>;
  readonly removal: FormDialog<Act, null, void>;
  readonly share: typeof shareMachine;
  /** The same for the link by which the client may answer. */
  readonly answerLink: typeof shareMachine;
  readonly answerWithdrawal: FormDialog<Act, null, Act>;
  /** The sheet on which an answer given on paper is recorded. */
  readonly paper: (about: Act) => Answering;
  readonly list: (listId: number, only: ActRowsOnly | null) => Edited<ActRow> & Viewed;
}
