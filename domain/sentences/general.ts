/** Sentences that any call may answer with, and those of calls that fail. */
import { sentence } from './sentence.ts';

export const notFound = sentence('not_found', 'This has been deleted in the meantime, or you no longer have access to it');
export const noEndpoint = sentence('no_endpoint', 'The API has no such endpoint');
export const badRequest = sentence('bad_request', 'The request cannot be read');
export const signIn = sentence('access_denied', 'Log in to continue');
export const forbidden = sentence('forbidden', 'Your role does not allow this');
export const foreignOrigin = sentence('foreign_origin', 'Requests from this page are not allowed');
export const demoAtHome = sentence('demo_at_home', 'The demo login works only on this machine, at localhost');
export const unavailable = sentence('unavailable', 'The server is temporarily unavailable. Try again in a moment');
export const serverError = sentence('server_error', 'The server could not do this. Try again in a moment');
/** With the id of the request, under which the log has the details. */
export const requestFailed = sentence('request_failed', 'The server could not do this. Try again in a moment, or report it as {request}');
export const unreachable = sentence('unreachable', 'The server cannot be reached. Check the connection and try again');

export const requestTooLarge = sentence('request_too_large', 'This is too much to send at once. Send it in smaller parts');
export const textUnstorable = sentence('text_unstorable', 'The text contains a character that cannot be stored');
export const sumTooLarge = sentence('sum_too_large', 'With this change a total would reach 10^28, which is too large to store');

export const noRevisionHere = sentence(
  'if_match_unsupported',
  'If-Match cannot be used here, because what this call is about has no revision',
);
export const badRevision = sentence('if_match_invalid', 'If-Match must be the revision the edit was made on');
export const badKey = sentence('idempotency_key_invalid', 'An Idempotency-Key has 1 to 200 characters');
export const keyUsed = sentence('idempotency_conflict', 'This Idempotency-Key has already been used for another request');

export const alreadyDone = sentence(
  'already_done',
  'This was done when it was first sent, longer ago than answers are kept. It was not done again',
);

export const waitSeconds = sentence('wait_seconds', '{count} seconds', '{count} second');
export const waitMinutes = sentence('wait_minutes', '{count} minutes', '{count} minute');
export const waitHours = sentence('wait_hours', '{count} hours', '{count} hour');
export const tooManyFromNetwork = sentence('too_many_attempts', 'Too many attempts came from your network. Try again in {wait}');
export const tooManyOnAccount = sentence(
  'too_many_attempts_on_account',
  'There were too many attempts on this account. Try again in {wait}',
);
export const tooManyInvitations = sentence(
  'too_many_invitations',
  'At most {most} invitations can be sent in one day. Try again in {wait}',
);
export const tooManyUploads = sentence(
  'too_many_uploads',
  '{count} of your files are being read. Wait until one of them is done, then send the next',
  '{count} of your files is being read. Wait until it is done, then send the next',
);
export const tooManyChannels = sentence('too_many_connections', 'You have too many live connections open');
export const tooManySubscriptions = sentence('too_many_subscriptions', 'A socket carries at most {most} subscriptions');

/** Two sentences about one field: the first ends with a stop of its own, or gets one. */
export const both = sentence('both', '{first} {second}');
export const bothStopped = sentence('both_stopped', '{first}. {second}');
