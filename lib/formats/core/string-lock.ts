import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import type { Decoded, DecodedHolder, HolderAction, ScriptPlan, SeenFacts } from './format';

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

/** What else a release of a string lock does; all of it is left out by default. */
type StringRelease = {
  /** Compared as well, for a token that is not unique. */
  deadline?: SeenFacts['deadlineMs'];
  channel?: ByteString;
  /** What is said on the channel; default `0`. */
  message?: ByteString;
  /** Another channel for the same message. */
  alsoChannel?: ByteString;
  /** Tells a holder that looks for it that it was freed by force. */
  forcedKey?: ByteString;
};

/** Compare-and-delete. */
export function releaseString({ key, token, publish }: HolderAction, more: StringRelease = {}): ScriptPlan {
  const { deadline = '', channel = '', forcedKey = '', message = '0', alsoChannel = '' } = more;
  return {
    script: scripts.releaseString,
    keys: [key],
    args: [token, channel, publish, deadline, forcedKey, message, alsoChannel],
  };
}

/** Compare-and-extend; never shortens. `deadline` is compared as well where it is given. */
export function extendString(
  { key, token }: HolderAction,
  leaseMs: number,
  deadline: SeenFacts['deadlineMs'] | '' = '',
): ScriptPlan {
  return { script: scripts.extendString, keys: [key], args: [token, leaseMs, deadline] };
}

/** The same for a token that is not unique: what was seen of the deadline is compared too. */
export const bySeenDeadline = {
  release: (act: HolderAction) => releaseString(act, { deadline: act.seen.deadlineMs }),
  extend: (act: HolderAction, leaseMs: number) => extendString(act, leaseMs, act.seen.deadlineMs),
};

/** For a token that no successor can write. */
export const byToken = {
  release: (act: HolderAction) => releaseString(act),
  extend: (act: HolderAction, leaseMs: number) => extendString(act, leaseMs),
};
