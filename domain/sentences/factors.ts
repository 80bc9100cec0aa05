/** Sentences about second factors and about proving who one is. */
import { sentence } from './sentence.ts';

export const proofNeeded = sentence('proof_needed', 'Confirm that it is you to continue');
export const secondFactorNeeded = sentence('second_factor_needed', 'Enter a code or use a passkey to finish logging in');
export const ticketOver = sentence('ticket_over', 'This took too long, or has already been done. Start again');
export const wrongCode = sentence('wrong_code', 'The code is not right. Codes change every 30 seconds: enter the one shown now');
export const usedCode = sentence('used_code', 'This code has been used. Wait until the app shows the next one');
export const wrongRecoveryCode = sentence('wrong_recovery_code', 'This is not one of your recovery codes, or it has been used');
export const passkeyRefused = sentence('passkey_refused', 'This passkey was not accepted. Try again, or use another way');
export const passkeyUnknown = sentence('passkey_unknown', 'This passkey does not belong to any account here. Log in with your password');
export const noFactorYet = sentence('no_factor_yet', 'Add an authenticator app or a passkey first');
export const tooManyFactors = sentence('too_many_factors', 'You can have at most {most}. Remove one first');

/** From the browser: the person declined, or no device at hand has a passkey for this site. */
export const passkeyNotUsed = sentence('passkey_not_used', 'No passkey was used. Try again, or use another way');
export const passkeyKnown = sentence('passkey_known', 'This device already has a passkey for your account');
export const passkeyElsewhere = sentence(
  'passkey_elsewhere',
  'Passkeys do not work at this address. Open Actum at the address it was set up for',
);
