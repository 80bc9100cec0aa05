/** Sentences about a contract that changes: carrying, separate contracts, extras. */
import { saying } from './sentence.ts';

export const carriedOn = saying('carried_on', 'Version {number} carries on the work of this one. Make and change acts there');
export const versionCarries = saying(
  'code_estimate_carries',
  'This version carries on the work of version {number}, so it can no longer be edited. Take that back first, or create a new version',
);
export const nothingToCarry = saying('nothing_to_carry', 'No other version of this project has work that could be carried over');
export const carriedAlready = saying('carried_already', 'Work has already been carried into this version. Take that back first');
export const carryHasActs = saying('carry_has_acts', 'This version has acts of its own, so nothing can be carried into it');
export const carryHasCertificates = saying(
  'carry_has_certificates',
  'Certificate {number} was issued on this version, so nothing can be carried into it. Take it back first',
);
export const carryIsSeparate = saying('carry_is_separate', 'This version is a separate contract. Change that first');
export const olderActOpen = saying(
  'older_act_open',
  'Act {number} of version {version} is not accepted yet. Accept it first, or delete it',
);
export const olderExtrasOpen = saying('older_extras_open', 'Version {version} has extras to decide. Approve or refuse them first');
export const carryNotThere = saying('carry_not_there', 'No work was carried into this version');
export const carryActStands = saying('carry_act_stands', 'Act {number} depends on the carried work. Delete it first');
export const carryExtraStands = saying('carry_extra_stands', 'Extras were asked for or approved on the carried work. Withdraw them first');
export const carryCertificateStands = saying(
  'carry_certificate_stands',
  'Certificate {number} was issued on the carried work. Take it back first',
);
export const carryMoved = saying('carry_moved', 'The figures have changed since they were shown. Look at them and carry again');
export const pairTwice = saying('pair_twice', 'A row can be paired with only one other');
export const pairGone = saying('pair_gone', 'A row that was paired by hand no longer exists. Look at the rows again');
export const separateHasActs = saying('separate_has_acts', 'This version already has acts. Delete them first');
export const separateIsCarried = saying('separate_is_carried', 'This version carries on version {number}. Take that back first');
export const versionHasExtras = saying(
  'version_has_extras',
  'Extras were asked for or approved on this version. Withdraw them before you delete its last act',
);

export const extraZero = saying('extra_zero', 'Enter how much more or, with a minus, how much less');
export const extraReason = saying('extra_reason', 'Give a reason');
export const extraNoActs = saying('extra_no_acts', 'This version has no acts yet. Change the quantity of the row itself');
export const extraOnHeading = saying('extra_on_heading', 'A heading has no quantity');
export const extraBelowDone = saying('extra_below_done', '{done} is already claimed in this row, so at most {most} can be taken off');
export const extraTurns = saying(
  'extra_turns',
  'It would turn the row from work into a deduction, or the other way round. Add a row in a new version instead',
);
export const extraDecided = saying('extra_decided', '{name} has already decided this extra');
export const extraUsed = saying('extra_used', 'Acts use this extra: {done} is claimed in the row. Reduce the claims first');
export const extraNotOwn = saying('extra_not_own', 'Only the person who asked for it, an owner or an admin can withdraw it');
export const extraRefusalText = saying('extra_refusal_text', 'Say why it is refused');
export const extraTooLarge = saying('extra_too_large', 'The quantity with this extra is too large');
