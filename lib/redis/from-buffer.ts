import type { ByteString } from '../domain/keys/bytes';

/**
 * Byte string of a Buffer reply; any other reply as text. Called a million times a pass, where `toString` costs twice as
 * much.
 */
export function fromBuffer(value: unknown): ByteString {
  return Buffer.isBuffer(value) ? (value as Buffer & { latin1Slice(): string }).latin1Slice() : String(value);
}
