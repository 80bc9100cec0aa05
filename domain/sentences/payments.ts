/** Sentences about terms and certificates. */
import { saying } from './sentence.ts';

export const staleTerms = saying('stale_terms', 'Someone else has changed the terms in the meantime. Look at them and decide again');
export const actNotAccepted = saying('act_not_accepted', 'Act {number} is not accepted yet. A certificate needs an accepted act');
export const earlierNotIssued = saying('earlier_not_issued', 'The certificate of act {number} comes first');
export const certificateIssued = saying('certificate_issued', 'Certificate {number} has already been issued for this act');
export const certificateMoved = saying('certificate_moved', 'The figures have changed since they were shown. Look at them and issue again');
export const certificateNumberTaken = saying('certificate_number_taken', 'Certificate {number} already exists in this project');
export const certificateBefore = saying('certificate_before', 'The previous certificate is dated {day}. Choose that day or a later one');
export const certificateTooLate = saying('certificate_too_late', 'Choose a day no more than a month from now');
export const certificateNotLatest = saying(
  'certificate_not_latest',
  'Certificate {number} was issued after this one. Only the latest can be taken back',
);
export const releaseMissing = saying('release_missing', 'Enter the amount to release');
export const releaseTooLarge = saying('release_too_large', 'At most {most} is kept back');
export const noAdvanceAgreed = saying('no_advance_agreed', 'The terms have no advance that is paid by a certificate');
export const advancePaid = saying('advance_paid', 'A certificate has already paid the advance');
export const nothingReleased = saying('nothing_released', 'Enter more than 0');
export const actCertified = saying(
  'act_certified',
  'Certificate {number} has been issued for act {act}. Take it back first, or correct the act in a later one',
);
export const versionCertified = saying(
  'version_certified',
  'Certificate {number} was issued on this version, so the version stays. Take the certificate back first, on the Payments page',
);
export const certificateStands = saying(
  'certificate_stands',
  'Undo does not cover certificates. Take back the latest certificate on the Payments page',
);
export const takingBackStands = saying(
  'taking_back_stands',
  'Undo does not issue certificate {number} again. Issue it on the Payments page',
);
export const paymentStands = saying(
  'payment_stands',
  'Undo does not change whether certificate {number} was paid. Change that on the Payments page',
);
export const currencyCertified = saying(
  'currency_certified',
  'Certificates have been issued in {currency}. Take them back before you choose another currency',
);
export const termsInUse = saying('terms_in_use', 'Certificate {number} has been issued under these terms. Set other terms instead');
