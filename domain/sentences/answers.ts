/** Sentences about the client's answer to an act. */
import { saying } from './sentence.ts';

export const answerNotSubmitted = saying('answer_not_submitted', 'Only a submitted act can be answered. Submit the act first');
export const answerLinkEnds = saying('answer_link_ends', 'Choose a day from tomorrow on, at most {days} days ahead');
export const answerLinkNone = saying('answer_link_none', 'This act has no link for answering. Create one first');
export const onlyLooks = saying('only_looks', 'This link only shows the act. Ask whoever sent it for a link for answering');
export const takenBack = saying(
  'act_taken_back',
  'The act has been taken back to draft, so it cannot be answered now. You can answer it once it is submitted again',
);
export const changedMeanwhile = saying(
  'act_changed_meanwhile',
  'The act has been changed since you opened it. Look at it again before you answer',
);
export const acceptedMeanwhile = saying(
  'act_accepted_meanwhile',
  'The act has been accepted without an answer, so it can no longer be answered',
);
export const laterAccepted = saying('later_act_accepted', 'A later act has been accepted, so this one can no longer be answered');
export const alreadyAnswered = saying('already_answered', '{name} answered this act before you');
export const answerWasWithdrawn = saying(
  'answer_was_withdrawn',
  'This answer was received and has been withdrawn since. Answer again if the act is still to be answered',
);
export const answerStands = saying('answer_stands', 'The client has answered act {number}. Withdraw the answer instead');
export const answerNotUndone = saying('answer_not_undone', 'Undo does not withdraw the answer to act {number}. Withdraw it in the act');
export const withdrawalNotUndone = saying(
  'withdrawal_not_undone',
  'Undo does not bring back the withdrawn answer to act {number}. Record the answer again in the act',
);
export const notAnswered = saying('not_answered', 'Nobody has answered this act');
export const answerNotLatest = saying(
  'answer_not_latest',
  'Act {number} was made after this one. Only the answer to the latest act can be withdrawn',
);
export const claimTooLarge = saying(
  'claim_too_large',
  'Without the answer {done} would be claimed in the row “{name}”, but its limit is now {limit}. Approve an extra first, or keep the answer',
);
export const actAwaitsAnswer = saying(
  'act_awaits_answer',
  'Act {number} is with the client, who can answer it through a link. To change quantities, take the act back to draft or withdraw the link',
);
export const notClaimed = saying('not_claimed', 'Nothing is claimed in this row, so there is nothing to answer');
export const answeredTwice = saying('answered_twice', 'This row is in the answer twice');
export const sameAsClaimed = saying('same_as_claimed', 'This is the claimed quantity, so the row needs no answer of its own');
export const laterActsNeed = saying('later_acts_need', 'Later acts rely on this row: between {min} and {max} can be certified');
export const reasonNeeded = saying('reason_needed', 'Choose a reason');
export const textNeeded = saying('text_needed', 'Say in a few words why');
