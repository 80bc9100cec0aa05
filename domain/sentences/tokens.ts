/** Sentences about API tokens. */
import { saying } from './sentence.ts';

export const tokenNever = saying('token_never', 'This is for a person to decide: an API token cannot do it. Log in');
export const tokenScope = saying('token_scope', 'The scope of this API token does not allow this');
export const tooManyTokens = saying('too_many_tokens', 'You have {most} API tokens. Withdraw one first');
