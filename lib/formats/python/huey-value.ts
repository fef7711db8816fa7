import type { ByteString } from '../../domain/keys/bytes';

/** The text `1` as Python pickles it, in protocols 2 to 5: what every lock of Huey holds. */
const PICKLED_ONE: ReadonlySet<ByteString> = new Set([
  '\x80\x02X\x01\x00\x00\x001q\x00.',
  '\x80\x03X\x01\x00\x00\x001q\x00.',
  '\x80\x04\x95\x05\x00\x00\x00\x00\x00\x00\x00\x8c\x011\x94.',
  '\x80\x05\x95\x05\x00\x00\x00\x00\x00\x00\x00\x8c\x011\x94.',
]);

/** Whether this is that value. */
export function isPickledOne(value: ByteString): boolean {
  return PICKLED_ONE.has(value);
}
