/** Second factors and proofs of identity, as calls carry them. */
import * as v from 'valibot';
import { FACTOR_KINDS } from '../factors.ts';
import { required } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { oneOf, Title } from './fields.ts';
import { noLongerThan } from './longest.ts';
import { Id, Nullable, Timestamp } from './scalars.ts';

const given = v.pipe(v.string(ruleText(required())), v.minLength<string, 1, string>(1, ruleText(required())), noLongerThan(200));
const base64url = v.pipe(v.string(), v.maxLength(20_000));
const extensions = v.optional(v.record(v.string(), v.unknown()), {});
const attachment = v.exactOptional(v.nullable(v.picklist(['platform', 'cross-platform'])));

/** A browser's answer after it has made a passkey (WebAuthn, RegistrationResponseJSON). */
export const MadePasskey = v.object({
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.array(v.pipe(v.string(), v.maxLength(30))), []),
  }),
});
/** A browser's answer after a passkey has signed (WebAuthn, AuthenticationResponseJSON). */
export const SignedByPasskey = v.object({
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.optional(v.nullable(base64url)),
  }),
});
/** The options that a browser is given, in the JSON form of WebAuthn. */
export const PasskeyOptions = v.record(v.string(), v.unknown());

/** One proof of who a person is. */
export const ProofGiven = oneOf({ password: given, code: given, passkey: SignedByPasskey });
/** One answer to the second step of a sign-in. */
export const SecondStepGiven = oneOf({ code: given, recovery_code: given, passkey: SignedByPasskey });

export const FactorName = Title;
export const Factor = v.object({
  id: Id,
  kind: v.picklist(FACTOR_KINDS),
  name: v.string(),
  added_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
export const Factors = v.object({
  factors: v.array(Factor),
  recovery_codes: v.pipe(v.number(), v.description('How many are left')),
  passkeys_at: v.pipe(v.string(), v.description('The address at which passkeys of this installation work')),
});
/** The codes travel once: only their hashes are kept. */
const codes = Nullable(v.array(v.string()));
export const AddedFactor = v.object({ factor: Factor, recovery_codes: codes });
export const NewApp = v.object({ secret: v.string(), uri: v.string() });
export const AppGiven = v.object({ name: FactorName, code: given });
export const PasskeyGiven = v.object({ name: FactorName, passkey: MadePasskey });

export type ProofGiven = v.InferOutput<typeof ProofGiven>;
export type SecondStepGiven = v.InferOutput<typeof SecondStepGiven>;
export type Factor = v.InferOutput<typeof Factor>;
export type Factors = v.InferOutput<typeof Factors>;
export type AddedFactor = v.InferOutput<typeof AddedFactor>;
export type NewApp = v.InferOutput<typeof NewApp>;
export type MadePasskey = v.InferOutput<typeof MadePasskey>;
export type SignedByPasskey = v.InferOutput<typeof SignedByPasskey>;
