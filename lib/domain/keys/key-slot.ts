import type { ByteString } from './bytes';

/**
 * Hash slot of a key or sharded channel in a cluster: CRC16 (XMODEM) of its hash tag, or of the whole key without one,
 * modulo 16384. From the cluster specification, "Key distribution model".
 */
export function slotOf(key: ByteString): number {
  const open = key.indexOf('{');
  const close = open < 0 ? -1 : key.indexOf('}', open + 1);
  const hashed = close > open + 1 ? key.slice(open + 1, close) : key;
  let crc = 0;
  for (let i = 0; i < hashed.length; i++) {
    crc ^= hashed.charCodeAt(i) << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return crc & 0x3fff;
}
