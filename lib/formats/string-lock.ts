import type { ByteString } from '../domain/bytes';
import type { RawKey } from '../domain/raw-key';
import { scripts } from '../redis/scripts.generated';
import type { Decoded, DecodedHolder, ScriptPlan, SeenFacts } from './format';

/** The value of a string key, or null when only its head was read. */
export function wholeValue(raw: RawKey): ByteString | null {
  return raw.value !== null && raw.value.length === raw.length ? raw.value : null;
}

/** Reading of a string lock: the value is the token, and what else is known replaces the defaults. */
export function oneHolder(
  raw: RawKey,
  known: Partial<DecodedHolder> = {},
  valueDeadlineMs: number | null = null,
): Decoded {
  const token = raw.value ?? '';
  const holder: DecodedHolder = {
    token,
    ...(raw.length > token.length && { tokenLength: raw.length }),
    tokenUnique: true,
    label: null,
    mode: 'exclusive',
    holdCount: 1,
    since: null,
    process: null,
    ...known,
  };
  return { holders: [holder], ttlMs: raw.ttlMs, valueDeadlineMs };
}

/**
 * Compare-and-delete. `deadline` = '' compares the token alone, `channel` = '' publishes nothing; `forcedKey` tells a holder
 * that looks for it that it was freed by force.
 */
export function releaseString(
  key: ByteString,
  token: ByteString,
  deadline: SeenFacts['deadlineMs'] | '',
  channel: ByteString,
  forcedKey: ByteString = '',
): ScriptPlan {
  return {
    script: scripts.releaseString,
    keys: [key],
    args: [token, channel, 'PUBLISH', deadline, forcedKey],
  };
}

/** Compare-and-extend; never shortens. `deadline` = '' compares the token alone. */
export function extendString(
  key: ByteString,
  token: ByteString,
  leaseMs: number,
  deadline: SeenFacts['deadlineMs'] | '',
): ScriptPlan {
  return { script: scripts.extendString, keys: [key], args: [token, leaseMs, deadline] };
}
