/** The fields of the sign-in forms: each with its rule and the sentence that says what is wrong (docs/product.md, 14.1). */
import * as v from 'valibot';

export const PASSWORD_MIN_LENGTH = 6;
const LONGEST = 200;

const required = v.pipe(v.string('Value is required'), v.minLength(1, 'Value is required'));
const withinBounds = v.maxLength<string, typeof LONGEST, string>(LONGEST, `At most ${LONGEST} characters`);

export const Email = v.pipe(
  v.string('Value is required'),
  v.trim(),
  v.minLength(1, 'Value is required'),
  withinBounds,
  v.email('Value is not a valid email address'),
);
export const Password = v.pipe(
  required,
  v.minLength(PASSWORD_MIN_LENGTH, `This field should be at least ${PASSWORD_MIN_LENGTH} characters long`),
  withinBounds,
);
export const PersonName = v.pipe(v.string('Value is required'), v.trim(), v.minLength(1, 'Value is required'), withinBounds);

/** The login form's rules, in the order they are told. */
export const Credentials = v.object({ email: Email, password: Password });
export const Registration = v.object({ name: PersonName, email: Email, password: Password });
export const Address = v.object({ email: Email });
export const NewPassword = v.object({ password: Password });
/** What somebody without an account adds to an invitation. */
export const Newcomer = v.object({ name: PersonName, password: Password });
export const PasswordChange = v.object({ old: required, new: Password });

/** Whether two email addresses are one: case does not count, nor blanks around them. */
export const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export type Credentials = v.InferOutput<typeof Credentials>;
export type Registration = v.InferOutput<typeof Registration>;
export type Address = v.InferOutput<typeof Address>;
export type NewPassword = v.InferOutput<typeof NewPassword>;
export type Newcomer = v.InferOutput<typeof Newcomer>;
export type PasswordChange = v.InferOutput<typeof PasswordChange>;
