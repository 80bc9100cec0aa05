/** Sentences about the client's answer to an act. */
import { sentence } from './sentence.ts';

export const answerNotSubmitted = sentence('answer_not_submitted', 'Only a submitted act can be answered. Submit the act first');
export const answerLinkEnds = sentence('answer_link_ends', 'Choose a day from tomorrow on, at most {days} days ahead');
export const answerLinkNone = sentence('answer_link_none', 'This act has no link for answering. Create one first');
export const onlyLooks = sentence('only_looks', 'This link only shows the act. Ask whoever sent it for a link for answering');
export const takenBack = sentence(
  'act_taken_back',
  'The act has been taken back to draft, so it cannot be answered now. You can answer it once it is submitted again',
);
export const changedMeanwhile = sentence(
  'act_changed_meanwhile',
  'The act has been changed since you opened it. Look at it again before you answer',
);
export const acceptedMeanwhile = sentence(
  'act_accepted_meanwhile',
  'The act has been accepted without an answer, so it can no longer be answered',
);
export const laterAccepted = sentence('later_act_accepted', 'A later act has been accepted, so this one can no longer be answered');
export const alreadyAnswered = sentence('already_answered', '{name} answered this act before you');
export const answerWasWithdrawn = sentence(
  'answer_was_withdrawn',
  'This answer was received and has been withdrawn since. Answer again if the act is still to be answered',
);
export const answerStands = sentence('answer_stands', 'The client has answered act {number}. Withdraw the answer instead');
export const answerNotUndone = sentence('answer_not_undone', 'Undo does not withdraw the answer to act {number}. Withdraw it in the act');
export const withdrawalNotUndone = sentence(
  'withdrawal_not_undone',
  'Undo does not bring back the withdrawn answer to act {number}. Record the answer again in the act',
);
export const notAnswered = sentence('not_answered', 'Nobody has answered this act');
export const answerNotLatest = sentence(
  'answer_not_latest',
  'Act {number} was made after this one. Only the answer to the latest act can be withdrawn',
);
export const claimTooLarge = sentence(
  'claim_too_large',
  'Without the answer {done} would be claimed in the row “{name}”, but its limit is now {limit}. Approve an extra first, or keep the answer',
);
export const actAwaitsAnswer = sentence(
  'act_awaits_answer',
  'Act {number} is with the client, who can answer it through a link. To change quantities, take the act back to draft or withdraw the link',
);
export const notClaimed = sentence('not_claimed', 'Nothing is claimed in this row, so there is nothing to answer');
export const answeredTwice = sentence('answered_twice', 'This row is in the answer twice');
export const sameAsClaimed = sentence('same_as_claimed', 'This is the claimed quantity, so the row needs no answer of its own');
export const laterActsNeed = sentence('later_acts_need', 'Later acts rely on this row: between {min} and {max} can be certified');
export const reasonNeeded = sentence('reason_needed', 'Choose a reason');
export const textNeeded = sentence('text_needed', 'Say in a few words why');
