/** Sentences about the one sign-in of a company. */
import { saying } from './sentence.ts';

export const onlyCompany = saying('sso_only', 'People log in here with {name}. Passwords and registration are switched off');
export const ssoOff = saying('sso_off', 'There is no company login here');
export const ssoAway = saying('sso_away', '{name} does not answer. Try again in a minute');
export const ssoOver = saying('sso_over', 'This login has already been used or took too long. Start again');
export const ssoDeclined = saying('sso_declined', '{name} did not let you in. Start again, or ask whoever runs it');
export const ssoFailed = saying('sso_failed', 'The answer from {name} does not match the request. Start again');
export const ssoUnverified = saying(
  'sso_unverified',
  '{name} has not confirmed that your address is yours. Ask whoever runs it to confirm it',
);
export const ssoDomain = saying('sso_domain', 'Addresses at {domain} may not log in here. Ask whoever runs Actum here');
export const ssoNoRole = saying('sso_no_role', '{name} gives you no role in Actum. Ask whoever runs it');
export const ssoTooWeak = saying(
  'sso_too_weak',
  '{name} has not confirmed a login as strong as Actum requires here. Start again and use your second factor',
);
export const ssoProve = saying(
  'sso_prove',
  'An account with the address {email} already exists. Prove once that it is yours; from then on {name} logs you in to it',
);
export const ssoOtherBrowser = saying(
  'sso_other_browser',
  'This link works once, for an hour, and only in the browser in which you started to log in',
);
export const ssoOtherAccount = saying('sso_other_account', 'This is a different account from the one you logged in to with {name}');
export const ssoConnected = saying(
  'sso_connected',
  'This account is already connected to another login at {name}. Ask whoever runs Actum here',
);
export const ssoTaken = saying('sso_taken', 'Your login at {name} is already connected to another account');
