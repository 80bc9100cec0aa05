/** The fields of the forms that make or change an account, each with its rule and the sentence that says what is wrong (docs/product.md, 14.1). */
import * as v from 'valibot';
import * as say from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { Email, isGiven, isText, KnownPassword, required, withinBounds } from './credentials.ts';
import { asSeen, noLongerThan } from './longest.ts';

/** Of a new password, in characters. */
export const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_LONGEST = 200;

const Password = v.pipe(
  required,
  v.minLength(PASSWORD_MIN_LENGTH, ruleText(say.tooShort({ count: PASSWORD_MIN_LENGTH }))),
  noLongerThan(PASSWORD_LONGEST),
);
export const PersonName = v.pipe(isText, asSeen, isGiven, withinBounds);

export const Registration = v.object({ name: PersonName, email: Email, password: Password });
export const NewPassword = v.object({ password: Password });
/** The field that somebody with an account adds to an invitation. */
export const OwnPassword = v.object({ password: KnownPassword });
/** The fields that somebody without an account adds to an invitation. */
export const Newcomer = v.object({ name: PersonName, password: Password });
export const PasswordChange = v.object({ old: required, new: Password });

export type Registration = v.InferOutput<typeof Registration>;
export type OwnPassword = v.InferOutput<typeof OwnPassword>;
export type NewPassword = v.InferOutput<typeof NewPassword>;
export type Newcomer = v.InferOutput<typeof Newcomer>;
export type PasswordChange = v.InferOutput<typeof PasswordChange>;
