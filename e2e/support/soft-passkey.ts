import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, Attestation } from '../../lib/contract/access/passkeys';

/** Flags of authenticator data: user present, user verified, attested credential data. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** How an authenticator, or the page that asks it, departs from the rules. */
export type Lie = {
  origin?: string;
  rp?: string;
  type?: string;
  crossOrigin?: boolean;
  isUnverified?: boolean;
  /** The count that it says, in place of its own. */
  counter?: number;
  userHandle?: string;
  /** Another key signs. */
  isForged?: boolean;
};

type Options = { challenge: string; user?: { id: string } };

/** An authenticator with one ES256 passkey, in this process: it signs whatever it is asked to. */
export function softPasskey(origin: string, { counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let made = 0;
  let handle: string | undefined;

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const entries: [number, number | Uint8Array<ArrayBuffer>][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ];
    return Buffer.from(isoCBOR.encode(new Map(entries)));
  }

  function authData(
    { rp = new URL(origin).hostname, isUnverified, counter }: Lie,
    attested?: Buffer,
  ): Buffer {
    const flags = PRESENT | (isUnverified ? 0 : VERIFIED) | (attested ? ATTESTED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? made);
    const rpIdHash = createHash('sha256').update(rp).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, ...(attested ? [attested] : [])]);
  }

  function clientData(usual: string, challenge: string, lie: Lie): Buffer {
    const { type = usual, crossOrigin = false } = lie;
    return Buffer.from(JSON.stringify({ type, challenge, origin: lie.origin ?? origin, crossOrigin }));
  }

  return {
    id,

    /** Its answer to options for a new passkey. */
    make({ challenge, user }: Options, lie: Lie & { format?: string } = {}): Attestation {
      handle = user?.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey()]);
      const { format = 'none' } = lie;
      const statement = format === 'none' ? new Map() : new Map([['x5c', [new Uint8Array([1])]]]);
      const parts = new Map<
        string,
        string | Map<string, Uint8Array<ArrayBuffer>[]> | Uint8Array<ArrayBuffer>
      >([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData(lie, attested))],
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lie).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(parts)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Its answer to options that ask for it. */
    answer({ challenge }: Options, lie: Lie = {}): Assertion {
      if (counts) made += 1;
      const data = clientData('webauthn.get', challenge, lie);
      const authenticatorData = authData(lie);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()]);
      const userHandle = lie.userHandle ?? handle;
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, lie.isForged ? stranger : privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}
