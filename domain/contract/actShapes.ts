/** What travels about acts besides the act itself and its rows. */
import * as v from 'valibot';
import { DecimalText, Id } from './scalars.ts';
import { ActSummary, eventOfEdit } from './shapes.ts';

/** What may be done in one act of one row, and which other acts have done something of it. */
export const ActRowHelper = v.object({
  min_value: DecimalText,
  max_value: DecimalText,
  used: v.array(v.object({ act_id: Id, number: v.string(), quantity: DecimalText })),
});

const Moved = v.object({ old: DecimalText, new: DecimalText });
/** A later act that an edit of an earlier one moves: its own price, and what is completed to date with it (with taxes). */
export const MovedAct = v.object({ id: Id, number: v.string(), price: Moved, balance: Moved });

/** What completing rows of an act came to: rows changed, and rows that later acts left no room in. */
export const Completed = v.object({ ...eventOfEdit, changed: v.number(), limited: v.number(), summary: ActSummary });

/** What completing rows of an act would come to, and what it would move in the acts after it. */
export const CompletionMoves = v.object({ changed: v.number(), limited: v.number(), later: v.array(MovedAct) });

/** An act of another version of the same project (docs/product.md, 9.1). */
export const ActElsewhere = v.object({ id: Id, number: v.string(), version_number: v.number(), price: DecimalText });
/** What the 409 `claimed_elsewhere` carries besides its sentence. */
export const ClaimedElsewhere = v.object({ acts: v.array(ActElsewhere), claimed: DecimalText });

export type ActRowHelper = v.InferOutput<typeof ActRowHelper>;
export type MovedAct = v.InferOutput<typeof MovedAct>;
export type CompletionMoves = v.InferOutput<typeof CompletionMoves>;
export type Completed = v.InferOutput<typeof Completed>;
export type ActElsewhere = v.InferOutput<typeof ActElsewhere>;
export type ClaimedElsewhere = v.InferOutput<typeof ClaimedElsewhere>;
