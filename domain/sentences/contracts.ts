/** Sentences about a contract that changes: carrying, separate contracts, extras. */
import { sentence } from './sentence.ts';

export const carriedOn = sentence('carried_on', 'Version {number} carries on the work of this one. Make and change acts there');
export const versionCarries = sentence(
  'code_estimate_carries',
  'This version carries on the work of version {number}, so it can no longer be edited. Take that back first, or create a new version',
);
export const nothingToCarry = sentence('nothing_to_carry', 'No other version of this project has work that could be carried over');
export const carriedAlready = sentence('carried_already', 'Work has already been carried into this version. Take that back first');
export const carryHasActs = sentence('carry_has_acts', 'This version has acts of its own, so nothing can be carried into it');
export const carryHasCertificates = sentence(
  'carry_has_certificates',
  'Certificate {number} was issued on this version, so nothing can be carried into it. Take it back first',
);
export const carryIsSeparate = sentence('carry_is_separate', 'This version is a separate contract. Change that first');
export const olderActOpen = sentence(
  'older_act_open',
  'Act {number} of version {version} is not accepted yet. Accept it first, or delete it',
);
export const olderExtrasOpen = sentence('older_extras_open', 'Version {version} has extras to decide. Approve or refuse them first');
export const carryNotThere = sentence('carry_not_there', 'No work was carried into this version');
export const carryActStands = sentence('carry_act_stands', 'Act {number} depends on the carried work. Delete it first');
export const carryExtraStands = sentence(
  'carry_extra_stands',
  'Extras were asked for or approved on the carried work. Withdraw them first',
);
export const carryCertificateStands = sentence(
  'carry_certificate_stands',
  'Certificate {number} was issued on the carried work. Take it back first',
);
export const carryMoved = sentence('carry_moved', 'The figures have changed since they were shown. Look at them and carry again');
export const pairTwice = sentence('pair_twice', 'A row can be paired with only one other');
export const pairGone = sentence('pair_gone', 'A row that was paired by hand no longer exists. Look at the rows again');
export const separateHasActs = sentence('separate_has_acts', 'This version already has acts. Delete them first');
export const separateIsCarried = sentence('separate_is_carried', 'This version carries on version {number}. Take that back first');
export const versionHasExtras = sentence(
  'version_has_extras',
  'Extras were asked for or approved on this version. Withdraw them before you delete its last act',
);

export const extraZero = sentence('extra_zero', 'Enter how much more or, with a minus, how much less');
export const extraReason = sentence('extra_reason', 'Give a reason');
export const extraNoActs = sentence('extra_no_acts', 'This version has no acts yet. Change the quantity of the row itself');
export const extraOnHeading = sentence('extra_on_heading', 'A heading has no quantity');
export const extraBelowDone = sentence('extra_below_done', '{done} is already claimed in this row, so at most {most} can be taken off');
export const extraTurns = sentence(
  'extra_turns',
  'It would turn the row from work into a deduction, or the other way round. Add a row in a new version instead',
);
export const extraDecided = sentence('extra_decided', '{name} has already decided or withdrawn this extra');
export const extraUsed = sentence('extra_used', 'Acts use this extra: {done} is claimed in the row. Reduce the claims first');
export const extraNotOwn = sentence('extra_not_own', 'Only the person who asked for it, an owner or an admin can withdraw it');
export const extraRefusalText = sentence('extra_refusal_text', 'Say why it is refused');
export const extraTooLarge = sentence('extra_too_large', 'The quantity with this extra is too large');
