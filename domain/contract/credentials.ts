/** The fields of the sign-in forms: each with its rule and the sentence that says what is wrong (docs/product.md, 14.1). */
import * as v from 'valibot';
import { PASSWORD_LONGEST, PASSWORD_MIN_LENGTH } from '../passwords.ts';
import * as say from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { asSeen, noLongerThan } from './longest.ts';

/** Of a password that is typed to sign in. A new one must be longer. */
const SIGN_IN_MIN_LENGTH = 6;
const LONGEST = 200;

const isText = v.string(ruleText(say.required()));
const isGiven = v.minLength<string, 1, string>(1, ruleText(say.required()));
const required = v.pipe(isText, isGiven);
const withinBounds = noLongerThan(LONGEST);

export const Email = v.pipe(isText, v.trim(), isGiven, withinBounds, v.email(ruleText(say.invalidEmail())));
const KnownPassword = v.pipe(
  required,
  v.minLength(SIGN_IN_MIN_LENGTH, ruleText(say.tooShort({ count: SIGN_IN_MIN_LENGTH }))),
  withinBounds,
);
const Password = v.pipe(
  required,
  v.minLength(PASSWORD_MIN_LENGTH, ruleText(say.tooShort({ count: PASSWORD_MIN_LENGTH }))),
  noLongerThan(PASSWORD_LONGEST),
);
export const PersonName = v.pipe(isText, asSeen, isGiven, withinBounds);

/** The login form's rules, in the order their errors are shown. */
export const Credentials = v.object({ email: Email, password: KnownPassword });
export const Registration = v.object({ name: PersonName, email: Email, password: Password });
export const Address = v.object({ email: Email });
export const NewPassword = v.object({ password: Password });
/** The field that somebody with an account adds to an invitation. */
export const OwnPassword = v.object({ password: KnownPassword });
/** The fields that somebody without an account adds to an invitation. */
export const Newcomer = v.object({ name: PersonName, password: Password });
export const PasswordChange = v.object({ old: required, new: Password });

/** Whether two email addresses are the same, ignoring case and surrounding blanks. */
export const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export type Credentials = v.InferOutput<typeof Credentials>;
export type Registration = v.InferOutput<typeof Registration>;
export type Address = v.InferOutput<typeof Address>;
export type OwnPassword = v.InferOutput<typeof OwnPassword>;
export type NewPassword = v.InferOutput<typeof NewPassword>;
export type Newcomer = v.InferOutput<typeof Newcomer>;
export type PasswordChange = v.InferOutput<typeof PasswordChange>;
