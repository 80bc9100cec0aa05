/** Sentences about API tokens. */
import { sentence } from './sentence.ts';

export const tokenNever = sentence('token_never', 'This is for a person to decide: an API token cannot do it. Log in');
export const tokenScope = sentence('token_scope', 'The scope of this API token does not allow this');
export const tooManyTokens = sentence('too_many_tokens', 'You have {most} API tokens. Withdraw one first');
