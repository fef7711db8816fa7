import { createHash } from 'node:crypto';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { type ByteString, bytesOf, type DisplayText, toUint8 } from '../../domain/keys/bytes';

/**
 * The holder that an act is about, as the collector knows it; null = it cannot be told which of several it is, as of a token
 * too long to be shown. Of one holder alone it is that one.
 */
export function holderSeen(known: Pick<Lock, 'holders'> | null, tokenDigest: string): Holder | null {
  const holders = known?.holders ?? [];
  const seen = holders.find((holder) => hasDigest(holder, tokenDigest));
  return seen ?? (holders.length === 1 ? holders[0] : null) ?? null;
}

/** Whether the token of a holder, as it is shown, has this digest: false also of one that is too long to be shown. */
export function hasDigest({ token }: Pick<Holder, 'token'>, tokenDigest: string): boolean {
  return bytesShown(token).some((bytes) => sha256Hex(bytes) === tokenDigest);
}

export function sha256Hex(bytes: ByteString): string {
  return createHash('sha256').update(toUint8(bytes)).digest('hex');
}

/** What `displayOf` may have made this text of: the digest says which it was. */
function bytesShown({ text, exact }: DisplayText): ByteString[] {
  if (exact) return [bytesOf(text)];
  const raw = text.replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})/g, (_, byte, unit) =>
    String.fromCharCode(Number.parseInt(byte ?? unit, 16)),
  );
  return [bytesOf(raw), ...(/[^\x20-\x7e]/.test(text) ? [] : [raw])];
}
