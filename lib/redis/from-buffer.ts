import type { ByteString } from '../domain/keys/bytes';

/** Byte string of a reply that is a Buffer; anything else as text. A million names a pass: `toString` costs twice as much. */
export function fromBuffer(value: unknown): ByteString {
  return Buffer.isBuffer(value) ? (value as Buffer & { latin1Slice(): string }).latin1Slice() : String(value);
}
