/** Sentences about the one sign-in of a company. */
import { sentence } from './sentence.ts';

export const onlyCompany = sentence('sso_only', 'People log in here with {name}. Passwords and registration are switched off');
export const ssoOff = sentence('sso_off', 'There is no company login here');
export const ssoAway = sentence('sso_away', '{name} does not answer. Try again in a minute');
export const ssoOver = sentence('sso_over', 'This login has already been used or took too long. Start again');
export const ssoDeclined = sentence('sso_declined', '{name} did not let you in. Start again, or ask whoever runs it');
export const ssoFailed = sentence('sso_failed', 'The answer from {name} does not match the request. Start again');
export const ssoUnverified = sentence(
  'sso_unverified',
  '{name} has not confirmed that your address is yours. Ask whoever runs it to confirm it',
);
export const ssoDomain = sentence('sso_domain', 'Addresses at {domain} may not log in here. Ask whoever runs Actum here');
export const ssoNoRole = sentence('sso_no_role', '{name} gives you no role in Actum. Ask whoever runs it');
export const ssoTooWeak = sentence(
  'sso_too_weak',
  '{name} has not confirmed a login as strong as Actum requires here. Start again and use your second factor',
);
export const ssoProve = sentence(
  'sso_prove',
  'An account with the address {email} already exists. Prove once that it is yours; from then on {name} logs you in to it',
);
export const ssoOtherBrowser = sentence(
  'sso_other_browser',
  'This link works once, for an hour, and only in the browser in which you started to log in',
);
export const ssoOtherAccount = sentence('sso_other_account', 'This is a different account from the one you logged in to with {name}');
export const ssoConnected = sentence(
  'sso_connected',
  'This account is already connected to another login at {name}. Ask whoever runs Actum here',
);
export const ssoTaken = sentence('sso_taken', 'Your login at {name} is already connected to another account');
