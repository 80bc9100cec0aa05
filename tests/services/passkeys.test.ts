/** The passkeys of this browser, with the library between it and the server, and a browser that answers as told. */
import { afterEach, expect, test, vi } from 'vitest';
import { hasPasskeys, makePasskey, signByPasskey } from '../../src/services/passkeys.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser at an address, whose authenticator answers in this way. */
function browser(answer: () => unknown, hostname = 'actum.example'): void {
  const credentials = { create: async () => answer(), get: async () => answer() };
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials });
  vi.stubGlobal('location', { hostname });
}
const refusing = (name: string) => () => {
  throw new DOMException('', name);
};
const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credential = (response: object) => ({
  id: 'a',
  rawId: bytes('a'),
  type: 'public-key',
  response: { clientDataJSON: bytes('said'), ...response },
  getClientExtensionResults: () => ({}),
});

const make = () => makePasskey({ challenge: 'AA', user: { id: 'AA' }, rp: { id: 'actum.example' } });
const sign = () => signByPasskey({ challenge: 'AA', rpId: 'actum.example' });

test('a browser has passkeys where it has the interface for them', () => {
  expect(hasPasskeys()).toBe(false);
  browser(() => null);
  expect(hasPasskeys()).toBe(true);
});

test.each([
  [make, 'InvalidStateError', 'actum.example', 'passkey_known'],
  [make, 'SecurityError', 'other.example', 'passkey_elsewhere'],
  [make, 'SecurityError', '192.0.2.7', 'passkey_elsewhere'],
  [make, 'SecurityError', 'actum.example', 'passkey_elsewhere'],
  [make, 'NotAllowedError', 'actum.example', 'passkey_not_used'],
  [sign, 'SecurityError', 'other.example', 'passkey_elsewhere'],
  [sign, 'SecurityError', '192.0.2.7', 'passkey_elsewhere'],
  [sign, 'NotAllowedError', 'actum.example', 'passkey_not_used'],
])('%o: a browser that throws %s at %s says %s', async (ask, name, hostname, code) => {
  browser(refusing(name), hostname);
  await expect(ask()).rejects.toMatchObject({ status: 400, code });
});

test.each([
  ['some transports', () => ['usb', 'nfc'], ['usb', 'nfc']],
  ['none', undefined, []],
])('a passkey is sent with its transports: %s', async (_, getTransports, transports) => {
  browser(() => credential({ attestationObject: bytes('made'), getTransports }));
  expect(await make()).toEqual({
    id: 'a',
    rawId: 'YQ',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'c2FpZA', attestationObject: 'bWFkZQ', transports },
  });
});

test.each([
  ['whose passkey it is', bytes('me'), { userHandle: 'bWU' }],
  ['nobody’s name where the authenticator keeps none', null, {}],
])('a signature says %s', async (_, userHandle, named) => {
  browser(() => credential({ authenticatorData: bytes('data'), signature: bytes('sign'), userHandle }));
  expect(await sign()).toStrictEqual({
    id: 'a',
    rawId: 'YQ',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'c2FpZA', authenticatorData: 'ZGF0YQ', signature: 'c2lnbg', ...named },
  });
});
