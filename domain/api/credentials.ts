/** An email address and the sign-in form, with their rules and the sentences that say what is wrong (docs/product.md, 14.1). They are loaded first. */
import * as v from 'valibot';
import * as say from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { noLongerThan } from './longest.ts';

/** Of a password that is typed to sign in. A new one must be longer. */
const SIGN_IN_MIN_LENGTH = 6;
const LONGEST = 200;

export const isText = v.string(ruleText(say.required()));
export const isGiven = v.minLength<string, 1, string>(1, ruleText(say.required()));
export const required = v.pipe(isText, isGiven);
export const withinBounds = noLongerThan(LONGEST);

export const Email = v.pipe(isText, v.trim(), isGiven, withinBounds, v.email(ruleText(say.invalidEmail())));
export const KnownPassword = v.pipe(
  required,
  v.minLength(SIGN_IN_MIN_LENGTH, ruleText(say.tooShort({ count: SIGN_IN_MIN_LENGTH }))),
  withinBounds,
);
/** The login form's rules, in the order their errors are shown. */
export const Credentials = v.object({ email: Email, password: KnownPassword });

export const Address = v.object({ email: Email });

/** Whether two email addresses are the same, ignoring case and surrounding blanks. */
export const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export type Address = v.InferOutput<typeof Address>;
export type Credentials = v.InferOutput<typeof Credentials>;
