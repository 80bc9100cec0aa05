/** Sentences about the one sign-in of a company. */
import { saying } from './sentence.ts';

export const onlyCompany = saying('sso_only', 'People sign in here with {name}. Passwords and registrations are off');
export const ssoOff = saying('sso_off', 'There is no company sign-in here');
export const ssoAway = saying('sso_away', 'The sign-in of {name} does not answer. Try again in a minute');
export const ssoOver = saying('sso_over', 'This sign-in was used already or took too long. Begin again');
export const ssoDeclined = saying('sso_declined', '{name} did not let you in. Begin again, or ask whoever runs it');
export const ssoFailed = saying('sso_failed', 'The answer of {name} does not fit what was asked. Begin again');
export const ssoUnverified = saying('sso_unverified', '{name} does not say that your address is yours. Ask whoever runs it to confirm it');
export const ssoDomain = saying('sso_domain', 'Addresses at {domain} may not sign in here. Ask whoever runs Actum here');
export const ssoNoRole = saying('sso_no_role', '{name} gives you no role in Actum. Ask whoever runs it');
export const ssoTooWeak = saying(
  'sso_too_weak',
  '{name} does not say that you proved yourself as strongly as Actum asks here. Begin again and use your second factor',
);
export const ssoProve = saying(
  'sso_prove',
  'There is an account with the address {email}. Show once that it is yours, then {name} opens it',
);
export const ssoOtherBrowser = saying(
  'sso_other_browser',
  'This link works once, for an hour, and only in the browser in which you began to sign in',
);
export const ssoOtherAccount = saying('sso_other_account', 'This is another account than the one you signed in to with {name}');
export const ssoConnected = saying(
  'sso_connected',
  'This account is already opened by another sign-in of {name}. Ask whoever runs Actum here',
);
export const ssoTaken = saying('sso_taken', 'Your sign-in of {name} already opens another account');
