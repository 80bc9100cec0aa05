/** Proofs of who a person is: the password, and the second factors they have added. */

/** Minutes after a sign-in or a proof during which a person may make calls that need a proof. */
export const PROOF_MINUTES = 15;

/** The kinds of second factors: an authenticator app, whose codes change every half minute, and a passkey. */
export const FACTOR_KINDS = ['app', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The proofs that a signed-in person may give. */
export const PROOFS = ['passkey', 'code', 'password'] as const;
export type Proof = (typeof PROOFS)[number];

/** The answers that the second step of a sign-in accepts. */
export const SECOND_STEPS = ['passkey', 'code', 'recovery_code'] as const;
export type SecondStep = (typeof SECOND_STEPS)[number];

/** Recovery codes of one person. */
export const RECOVERY_CODES = 10;

/** A code as it is compared: blanks and dashes are for reading. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
