/** Sentences about signing in, accounts, teams and invitations. */
import { sentence } from './sentence.ts';

export const badCredentials = sentence('bad_credentials', 'The email or the password is wrong');
export const emailUnconfirmed = sentence('email_unconfirmed', 'Confirm your email first: open the link we sent you');
export const accountDisabled = sentence('account_disabled', 'This account is disabled. Ask whoever runs Actum here');
export const refreshRefused = sentence('refresh_refused', 'Your session has ended. Log in again');
export const loginFailed = sentence('login_failed', 'Login failed');
export const invalidResponse = sentence('invalid_response', 'Invalid server response');
export const tokenRefreshFailed = sentence('token_refresh_failed', 'Token refresh failed');
export const signInAgain = sentence('sign_in_again', 'Log in again');

export const addressTaken = sentence('address_taken', 'An account with this address exists. Log in instead');
export const sameAddress = sentence('same_address', 'This is your address already');
export const addressHeld = sentence(
  'address_held',
  'This address belonged to another account until a few days ago. Use another one, or try again in two weeks',
);
export const addressTakenMeanwhile = sentence('address_taken_meanwhile', 'Another account has taken this address in the meantime');
export const addressLinkInvalid = sentence(
  'address_link_invalid',
  'This link has been used or has expired. Ask for a new one in your account',
);
export const addressOfOther = sentence('address_of_other', 'This link is for another account. Log in to the one that asked for it');
export const confirmationInvalid = sentence('confirmation_invalid', 'Confirmation code is invalid');
export const recoveryInvalid = sentence('recovery_invalid', 'This link has been used or has expired. Ask for a new one');
export const passwordCommon = sentence(
  'password_common',
  'This is one of the most common passwords, which attackers try first. Choose another',
);
export const passwordOwn = sentence('password_own', 'Choose a password that is not based on your name, your address or your team');
export const passwordLeaked = sentence(
  'password_leaked',
  'This password is on lists of leaked passwords, which attackers try first. Choose another',
);
export const noticeInvalid = sentence('notice_invalid', 'This link has been used or has expired');
export const wrongPassword = sentence('wrong_password', 'This is not your current password');

export const lastOwner = sentence('last_owner', 'You are the last owner of this team. A team needs at least one owner');
export const memberAlready = sentence('member_already', 'This person is already in the team');
export const invitationUsed = sentence('invitation_used', 'This invitation has already been accepted');
export const invitationWithdrawn = sentence('invitation_withdrawn', 'This invitation has been withdrawn. Ask {team} for a new one');
export const invitationExpired = sentence('invitation_expired', 'This invitation has expired. Ask {team} for a new one');
export const invitationForeign = sentence('invitation_foreign', 'This invitation is for {email}. Log in with that address to join');
export const signInToJoin = sentence('sign_in_to_join', '{email} already has an account. Log in to join {team}');

export const notAuthor = sentence('not_author', 'Only the author of a comment can change it');
