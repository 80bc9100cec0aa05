/** Sentences about terms and certificates. */
import { saying } from './sentence.ts';

export const staleTerms = saying('stale_terms', 'Somebody else has changed the terms meanwhile. Look at them and decide again');
export const actNotAccepted = saying('act_not_accepted', 'Act {number} is not accepted yet. A certificate needs an accepted act');
export const earlierNotIssued = saying('earlier_not_issued', 'The certificate of act {number} comes first');
export const certificateIssued = saying('certificate_issued', 'Certificate {number} has been issued for this act already');
export const certificateMoved = saying('certificate_moved', 'The figures have changed since they were shown. Look at them and issue again');
export const certificateNumberTaken = saying('certificate_number_taken', 'Certificate {number} already exists in this project');
export const certificateBefore = saying(
  'certificate_before',
  'The certificate before this one is of {day}. Choose that day or a later one',
);
export const certificateTooLate = saying('certificate_too_late', 'Choose a day of at most a month from now');
export const certificateNotLatest = saying(
  'certificate_not_latest',
  'Certificate {number} was issued after this one. Only the latest can be taken back',
);
export const releaseMissing = saying('release_missing', 'Enter what is released');
export const releaseTooLarge = saying('release_too_large', 'At most {most} is kept back');
export const noAdvanceAgreed = saying('no_advance_agreed', 'The terms agree no advance that a certificate pays');
export const advancePaid = saying('advance_paid', 'A certificate has already paid the advance');
export const nothingReleased = saying('nothing_released', 'Enter more than 0');
export const actCertified = saying(
  'act_certified',
  'Certificate {number} has been issued for act {act}. Take it back first, or correct the act in a later one',
);
export const certificateStands = saying(
  'certificate_stands',
  'What was done with a certificate is not undone here. Take the latest certificate back on the page of payments',
);
export const takingBackStands = saying(
  'taking_back_stands',
  'Certificate {number} was taken back. That is not undone here. Issue it again on the page of payments',
);
export const paymentStands = saying(
  'payment_stands',
  'That certificate {number} was paid is not undone here. Change it on the page of payments',
);
export const currencyCertified = saying(
  'currency_certified',
  'Certificates have been issued in {currency}. Take them back before you choose another currency',
);
export const termsInUse = saying('terms_in_use', 'Certificate {number} has been issued under these terms. Set other terms instead');
