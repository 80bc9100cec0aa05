/** Sentences about acts, their statuses and their links. */
import { type Sentence, sentence } from './sentence.ts';

export const actExists = sentence('act_exists', 'Act {number} already exists in this version');
export const noSuchStatus = sentence('no_such_status', 'There is no such status');
export const actLocked = sentence(
  'act_locked',
  'Act {number} has the status “{status}”, so this act can no longer be changed. Correct it in a later act',
);
export const actNotLatest = sentence('act_not_latest', 'Act {number} was made after this one. Only the latest act can be deleted');
export const noPlaceLeft = sentence(
  'no_place_left',
  'This version has had {most} acts, including deleted ones. Create a new version to continue',
);
export const claimedElsewhere = sentence(
  'claimed_elsewhere',
  'Another version of this project already has acts. Carry over what was done in it, or start a separate contract',
);
export const certifiedElsewhere = sentence(
  'certified_elsewhere',
  'A certificate was issued on another version of this project. Carry over its work into this one, or start a separate contract',
);
export const deductionsLeftOut = sentence(
  'deductions_left_out',
  'The claim to date exceeds the contract, because deductions are not fully claimed. Claim them, or confirm that you have seen this',
);
export const laterActsStay = sentence('later_acts_stay', 'The later acts stay as they are');

export const outOfRange = sentence('out_of_range', 'The range for this row is {min} to {max}');
export const outOfUnitRange = sentence('out_of_unit_range', 'The range for this row is {min} to {max} {unit}');
export const outOfPercentRange = sentence('out_of_percent_range', 'The range for this row is {min} to {max} %');

export const notShared = sentence('not_shared', 'This act is not shared. Create a link first');
export const linkUnknown = sentence('link_unknown', 'This link is not valid');
export const linkWithdrawn = sentence('link_withdrawn', 'This link has been withdrawn');
export const linkExpired = sentence('link_expired', 'This link has expired');
export const copyingRefused = sentence('copying_refused', 'The browser did not allow copying. Select the link and copy it');
export const exportFailed = sentence('export_failed', 'The file could not be written. Try again');

export const draft = sentence('status_draft', 'Draft');
export const submitted = sentence('status_submitted', 'Submitted');
export const accepted = sentence('status_accepted', 'Accepted');

/** The name of a status. A status outside the catalogue is shown under its name in the database. */
export const statusName = ({ code, name }: { readonly code: string; readonly name: string }): Sentence => ({
  code: `status_${code}`,
  detail: name,
});
