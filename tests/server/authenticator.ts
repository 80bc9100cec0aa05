import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { MadePasskey, SignedByPasskey } from '../../domain/api/factors.ts';

/** CBOR of what an authenticator sends: whole numbers, bytes, texts and maps. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (kind: number, length: number) => {
    if (length < 24) return Buffer.from([(kind << 5) | length]);
    return length < 256 ? Buffer.from([(kind << 5) | 24, length]) : Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as string)])]);
}

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest();
const text64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

interface Asked {
  readonly challenge: string;
  readonly [more: string]: unknown;
}
interface Ways {
  /** The origin the browser is at. */
  readonly origin: string;
  readonly rpId?: string;
  /** Whether the authenticator checked its person. */
  readonly verifies?: boolean;
  /** Its count of uses, as the authenticator states it; by default it grows by one each time. */
  readonly counter?: number;
}

/** An authenticator with one passkey. Every part of its answers can be falsified. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #uses = 0;
  readonly #ways: Ways;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  #data({ rpId = new URL(this.#ways.origin).hostname, verifies = true, counter }: Ways, more: Uint8Array = new Uint8Array()): Buffer {
    this.#uses += 1;
    const flags = 1 | (verifies ? 4 : 0) | (more.length > 0 ? 64 : 0);
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(counter ?? this.#uses);
    return Buffer.concat([hashOf(rpId), Buffer.from([flags]), uses, more]);
  }

  #client(type: string, challenge: string, { origin }: Ways): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  make({ challenge }: Asked, other: Partial<Ways> = {}): MadePasskey {
    const ways = { ...this.#ways, ...other };
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const data = this.#data(ways, Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)]));
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return {
      id: text64(this.id),
      rawId: text64(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text64(this.#client('webauthn.create', challenge, ways)),
        attestationObject: text64(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  sign({ challenge }: Asked, other: Partial<Ways> = {}): SignedByPasskey {
    const ways = { ...this.#ways, ...other };
    const data = this.#data(ways);
    const client = this.#client('webauthn.get', challenge, ways);
    return {
      id: text64(this.id),
      rawId: text64(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text64(client),
        authenticatorData: text64(data),
        signature: text64(sign('sha256', Buffer.concat([data, hashOf(client)]), this.#keys.privateKey)),
        userHandle: undefined,
      },
    };
  }
}
