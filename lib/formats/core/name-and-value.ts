import type { ByteString } from '../../domain/keys/bytes';
import type { Observation } from './format';
import { wholeValue } from './string-lock';
import { UUID } from './uuid-shapes';

export { isUuidV4 as GUID_V4 } from './uuid-shapes';
export const GUID = new RegExp(`^${UUID}$`);

/**
 * Tells strings by a name that only one library gives and a value as it writes, and gives that value. Nearly every other
 * key is told by the length of its value alone.
 */
export function nameAndValue(
  [least, most]: readonly [number, number],
  name: RegExp,
  value: RegExp | ((value: ByteString) => boolean),
): (sight: Pick<Observation, 'raw'>) => ByteString | null {
  const fits = value instanceof RegExp ? (whole: ByteString) => value.test(whole) : value;
  return ({ raw }) => {
    if (raw.length < least || raw.length > most || !name.test(raw.key)) return null;
    const whole = wholeValue(raw);
    return whole !== null && fits(whole) ? whole : null;
  };
}
