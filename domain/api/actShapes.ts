/** The shapes of answers about acts, apart from the act itself and its rows. */
import * as v from 'valibot';
import { Id, Measure, Price } from './scalars.ts';
import { ActSummary, eventOfEdit } from './shapes.ts';

/** The range of one row in one act, and the other acts in which something of it is done. */
export const ActRowHelper = v.object({
  min_value: Measure,
  max_value: Measure,
  used: v.array(v.object({ act_id: Id, number: v.string(), quantity: Measure })),
});

const Moved = v.object({ old: Price, new: Price });
/** A later act whose figures change when an earlier one is edited: its price, and the sum completed to date with it (with taxes). */
export const MovedAct = v.object({ id: Id, number: v.string(), price: Moved, balance: Moved });

/** The result of completing rows of an act: rows changed, and rows limited by later acts. */
const claimed = v.pipe(Price, v.description('How much more the act claims by it, with taxes'));
export const Completed = v.object({ ...eventOfEdit, changed: v.number(), limited: v.number(), claimed, summary: ActSummary });

/** A preview of completing rows of an act, and the changes to the acts after it. */
export const CompletionMoves = v.object({ changed: v.number(), limited: v.number(), claimed, later: v.array(MovedAct) });

/** The figures to check before an act is submitted or accepted. */
export const ActCheck = v.object({
  claimed_rows: v.pipe(v.number(), v.description('Rows of which something is done in the act')),
  balance: v.pipe(Price, v.description('Completed to date, with taxes')),
  contract: v.pipe(Price, v.description('The whole estimate with its extras, with taxes')),
  deductions_left: v.pipe(
    v.object({ rows: v.number(), amount: Price }),
    v.description('Rows of negative quantity that are not wholly claimed to date, and what is left of them without taxes'),
  ),
  deductions_left_out: v.pipe(v.boolean(), v.description('More is claimed than the contract because of them')),
});

/** An act of another version of the same project (docs/product.md, 9.1). */
export const ActElsewhere = v.object({ id: Id, number: v.string(), version_number: v.number(), price: Price });
/** A certificate of another contract that has no acts yet, such as an advance that was paid before the first of them. */
export const CertifiedElsewhere = v.object({ id: Id, number: v.string(), version_number: v.number(), due: Price });
/** The data of the 409 `claimed_elsewhere`, and with certificates that of `certified_elsewhere`. */
export const ClaimedElsewhere = v.object({
  acts: v.array(ActElsewhere),
  claimed: Price,
  certificates: v.optional(v.array(CertifiedElsewhere)),
});

export type ActRowHelper = v.InferOutput<typeof ActRowHelper>;
export type MovedAct = v.InferOutput<typeof MovedAct>;
export type CompletionMoves = v.InferOutput<typeof CompletionMoves>;
export type ActCheck = v.InferOutput<typeof ActCheck>;
export type Completed = v.InferOutput<typeof Completed>;
export type ActElsewhere = v.InferOutput<typeof ActElsewhere>;
export type CertifiedElsewhere = v.InferOutput<typeof CertifiedElsewhere>;
export type ClaimedElsewhere = v.InferOutput<typeof ClaimedElsewhere>;
