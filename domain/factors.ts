/** What proves who a person is: the password, and the second factors they have added. */

/** How long a sign-in or a proof lets a person make calls that need one. */
export const PROOF_MINUTES = 15;

/** What a person may prove it with while they are signed in. */
export const PROOFS = ['passkey', 'password', 'code'] as const;
export type Proof = (typeof PROOFS)[number];
