/** Passkeys of this browser. The library is loaded when one is asked for. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { Refused } from '../../domain/api/call.ts';
import type { MadePasskey, SignedByPasskey } from '../../domain/api/factors.ts';
import { passkeyElsewhere, passkeyKnown, passkeyNotUsed } from '../../domain/sentences/factors.ts';

const library = () => import('@simplewebauthn/browser');
type Options = Readonly<Record<string, unknown>>;

/** Whether this browser has passkeys, which it has at addresses with encryption and at localhost. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** The refusal for a passkey that the browser did not make or use, in the form of the server's refusals. */
function refusedBy(error: unknown): Refused {
  const { name = '', code = '' } = error as { readonly name?: string; readonly code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return new Refused(400, passkeyKnown());
  if (name === 'SecurityError') return new Refused(400, passkeyElsewhere());
  return new Refused(400, passkeyNotUsed());
}
const refusing = (error: unknown): never => {
  throw refusedBy(error);
};

/** Asks the person to make a passkey. */
export async function makePasskey(options: Options): Promise<MadePasskey> {
  const { startRegistration } = await library();
  const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(refusing);
  const { id, rawId, response } = made;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports: [...transports] },
  };
}

/** Asks the person to use a passkey. */
export async function signByPasskey(options: Options): Promise<SignedByPasskey> {
  const { startAuthentication } = await library();
  const signed = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }).catch(refusing);
  const { id, rawId, response } = signed;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  };
}
