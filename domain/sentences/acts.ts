/** Sentences about acts, their statuses and their links. */
import { type Sentence, saying } from './sentence.ts';

export const actExists = saying('act_exists', 'Act {number} already exists in this version');
export const noSuchStatus = saying('no_such_status', 'There is no such status');
export const actLocked = saying(
  'act_locked',
  'Act {number} has the status “{status}”, so this act can no longer be changed. Correct it in a later act',
);
export const actNotLatest = saying('act_not_latest', 'Act {number} was made after this one. Only the latest act can be deleted');
export const noPlaceLeft = saying(
  'no_place_left',
  'This version has had {most} acts, including deleted ones. Create a new version to continue',
);
export const claimedElsewhere = saying(
  'claimed_elsewhere',
  'Another version of this project already has acts. Carry over what was done in it, or start a separate contract',
);
export const certifiedElsewhere = saying(
  'certified_elsewhere',
  'A certificate was issued on another version of this project. Carry over its work into this one, or start a separate contract',
);
export const deductionsLeftOut = saying(
  'deductions_left_out',
  'The claim to date exceeds the contract, because deductions are not fully claimed. Claim them, or confirm that you have seen this',
);
export const laterActsStay = saying('later_acts_stay', 'The later acts stay as they are');

export const outOfRange = saying('out_of_range', 'The range for this row is {min} to {max}');
export const outOfUnitRange = saying('out_of_unit_range', 'The range for this row is {min} to {max} {unit}');
export const outOfPercentRange = saying('out_of_percent_range', 'The range for this row is {min} to {max} %');

export const notShared = saying('not_shared', 'This act is not shared. Create a link first');
export const linkUnknown = saying('link_unknown', 'This link is not valid');
export const linkWithdrawn = saying('link_withdrawn', 'This link has been withdrawn');
export const linkExpired = saying('link_expired', 'This link has expired');
export const copyingRefused = saying('copying_refused', 'The browser did not allow copying. Select the link and copy it');
export const exportFailed = saying('export_failed', 'The file could not be written. Try again');

export const draft = saying('status_draft', 'Draft');
export const submitted = saying('status_submitted', 'Submitted');
export const accepted = saying('status_accepted', 'Accepted');

/** The name of a status. A status outside the catalogue is shown under its name in the database. */
export const statusName = ({ code, name }: { readonly code: string; readonly name: string }): Sentence => ({
  code: `status_${code}`,
  detail: name,
});
