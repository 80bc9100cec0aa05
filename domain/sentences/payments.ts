/** Sentences about terms and certificates. */
import { sentence } from './sentence.ts';

export const staleTerms = sentence('stale_terms', 'Someone else has changed the terms in the meantime. Look at them and decide again');
export const stalePayment = sentence(
  'stale_payment',
  'Someone else has changed what is noted as paid in the meantime. Save again to replace it',
);
export const actNotAccepted = sentence('act_not_accepted', 'Act {number} is not accepted yet. A certificate needs an accepted act');
export const earlierNotIssued = sentence('earlier_not_issued', 'The certificate of act {number} comes first');
export const certificateIssued = sentence('certificate_issued', 'Certificate {number} has already been issued for this act');
export const certificateMoved = sentence(
  'certificate_moved',
  'The figures have changed since they were shown. Look at them and issue again',
);
export const certificateNumberTaken = sentence('certificate_number_taken', 'Certificate {number} already exists in this project');
export const certificateBefore = sentence('certificate_before', 'The previous certificate is dated {day}. Choose that day or a later one');
export const certificateTooLate = sentence('certificate_too_late', 'Choose a day no more than a month from now');
export const certificateNotLatest = sentence(
  'certificate_not_latest',
  'Certificate {number} was issued after this one. Only the latest can be taken back',
);
export const releaseMissing = sentence('release_missing', 'Enter the amount to release');
export const releaseTooLarge = sentence('release_too_large', 'At most {most} is kept back');
export const noAdvanceAgreed = sentence('no_advance_agreed', 'The terms have no advance that is paid by a certificate');
export const advancePaid = sentence('advance_paid', 'A certificate has already paid the advance');
export const nothingReleased = sentence('nothing_released', 'Enter more than 0');
export const actCertified = sentence(
  'act_certified',
  'Certificate {number} has been issued for act {act}. Take it back first, or correct the act in a later one',
);
export const versionCertified = sentence(
  'version_certified',
  'Certificate {number} was issued on this version, so the version stays. Take the certificate back first, on the Payments page',
);
export const certificateStands = sentence(
  'certificate_stands',
  'Undo does not cover certificates. Take back the latest certificate on the Payments page',
);
export const takingBackStands = sentence(
  'taking_back_stands',
  'Undo does not issue certificate {number} again. Issue it on the Payments page',
);
export const paymentStands = sentence(
  'payment_stands',
  'Undo does not change whether certificate {number} was paid. Change that on the Payments page',
);
export const currencyCertified = sentence(
  'currency_certified',
  'Certificates have been issued in {currency}. Take them back before you choose another currency',
);
export const termsInUse = sentence('terms_in_use', 'Certificate {number} has been issued under these terms. Set other terms instead');
