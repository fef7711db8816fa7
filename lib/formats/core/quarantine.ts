import type { ByteString } from '../../domain/keys/bytes';
import { type InQuarantine, inQuarantineBy } from '../../domain/keys/operator-token';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import type { DecodedHolder, Format, HolderAction, Observation, ScriptPlan } from './format';
import { lateUnlockOf } from './late-unlock';
import { wholeValue } from './string-lock';

/** An operator's token, and how long it lives when nobody takes it away. */
type Operator = { token: ByteString; ttlMs: number };

/** `swap` puts the operator's token in the place of the holder's, `free` is the format's own release of it. */
export type QuarantinePlans = {
  swap: ScriptPlan;
  free(publish: HolderAction['publish']): ScriptPlan | null;
};

/**
 * How a lock is put in quarantine; null = it cannot be. A format allows it where its lock is one token that no successor
 * writes, its own unlock compares that token, and its release is the plain one of such a lock: then whoever comes late finds
 * another token and does nothing, and whoever waits keeps waiting as for any holder.
 */
export function quarantinePlans(
  format: Format,
  act: HolderAction,
  { token, ttlMs }: Operator,
): QuarantinePlans | null {
  if (!mayBeQuarantined(format, act.sight, act.holder)) return null;
  const swap = swapOf(act, format.release?.(act) ?? null, token, ttlMs);
  if (!swap) return null;
  const held = { ...act, token, holder: operatorHolder(token), seen: { ...act.seen, holdCount: 1 } };
  return { swap, free: (publish) => format.release?.({ ...held, publish }) ?? null };
}

/** Whether the only holder of this lock can be put in quarantine. */
export function canQuarantine(
  format: Format,
  sight: Observation,
  holders: readonly DecodedHolder[],
): boolean {
  const [holder] = holders;
  if (!holder || holders.length > 1 || !mayBeQuarantined(format, sight, holder)) return false;
  const { key } = sight.raw;
  const seen = { holdCount: holder.holdCount, deadlineMs: 'none' } as const;
  const act: HolderAction = { key, token: holder.token, holder, seen, sight, publish: 'PUBLISH' };
  return swapOf(act, format.release?.(act) ?? null, '', 0) !== null;
}

function mayBeQuarantined(format: Format, sight: Observation, holder: DecodedHolder): boolean {
  if (!holder.tokenUnique || holder.mode !== 'exclusive' || holder.ttlMs !== undefined) return false;
  return lateUnlockOf(format, sight) === 'spares' && inQuarantineBy(holder.token) === null;
}

/** The script that compares as the release does, with what else that one compares and writes down. */
function swapOf(
  { key, token }: HolderAction,
  release: ScriptPlan | null,
  operator: ByteString,
  ttlMs: number,
): ScriptPlan | null {
  if (release?.keys[0] !== key || release.args[0] !== token) return null;
  // By the text: a server's parts may each have a module of their own.
  const { sha1 } = release.script;
  if (sha1 === scripts.releaseString.sha1) {
    const [, , , deadline, forcedKey = ''] = release.args;
    if (deadline !== '') return null;
    return { script: scripts.quarantineString, keys: [key], args: [token, operator, ttlMs, forcedKey] };
  }
  if (sha1 !== scripts.forceReleaseReentrant.sha1) return null;
  const [, count = 0, , , forcedKey = ''] = release.args;
  return { script: scripts.quarantineHash, keys: [key], args: [token, count, operator, ttlMs, forcedKey] };
}

/** What an operator's token on this key says, and the token; null = none has it. */
export function quarantineOf(raw: RawKey): (InQuarantine & { token: ByteString }) | null {
  const token = raw.type === 'hash' && raw.length === 1 ? raw.hash?.[0]?.[0] : wholeValue(raw);
  const known = token ? inQuarantineBy(token) : null;
  return known && token ? { ...known, token } : null;
}

/** The operator as a holder. */
export function operatorHolder(token: ByteString): DecodedHolder {
  const by = inQuarantineBy(token)?.by ?? '';
  const label = by === '' ? 'quarantine' : `quarantine:${by}`;
  const known = { label, since: null, process: null, quarantine: { by } };
  return { token, tokenUnique: true, mode: 'exclusive', holdCount: 1, ...known };
}
