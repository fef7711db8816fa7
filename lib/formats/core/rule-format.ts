import type { HazardCode } from '../../contract/action-codes';
import type { LockKind } from '../../contract/codes';
import { type ByteString, bytesOf, displayOf } from '../../domain/keys/bytes';
import { compileGlob, escapeGlob } from '../../domain/keys/glob';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import type {
  Channels,
  Decoded,
  DecodedHolder,
  Format,
  HolderAction,
  LateUnlock,
  ScriptPlan,
} from './format';
import { HAZARD_OF_LATE_UNLOCK } from './late-unlock';
import { compilePattern } from './pattern';
import type { Rule, RuleWake } from './rule';
import { bySeenDeadline, byToken, releaseString, wholeValue } from './string-lock';

type Groups = Readonly<Record<string, ByteString | undefined>>;
/** One token with what stands beside it: the value of its field, or its score. */
type Place = { token: ByteString; beside: ByteString | number | null; tokenLength?: number };

const KINDS = {
  string: 'mutex',
  hash: 'reentrant',
  zset: 'semaphore',
  set: 'semaphore',
} as const satisfies Record<Rule['type'], LockKind>;
const COUNT = /^[1-9]\d{0,14}$/;
const HOUR = 3_600_000;
const YEARS_10 = 3_653 * 24 * HOUR;
const PER_SECOND = { s: 1, ms: 1_000, us: 1_000_000 } as const;

/** The format that a rule declares. Throws an Error where one of its patterns cannot be used. */
export function formatOfRule(rule: Rule): Format {
  const groupsOfKey = keyReader(rule.key);
  const token = rule.token === undefined ? null : compilePattern(rule.token);
  const unique = rule.tokenUnique ?? false;
  const channels = rule.wake && 'channel' in rule.wake ? channelsOf(rule.wake.channel, groupsOfKey) : null;

  function placesOf(raw: RawKey): Place[] | null {
    const places = allPlaces(raw);
    return places.length > 0 && places.every((place) => !token || groupsOf(place)) ? places : null;
  }

  function groupsOf(place: Place): Groups | null {
    if (!token) return {};
    return place.tokenLength === undefined ? token.match(place.token) : null;
  }

  function decode(raw: RawKey, now: number): Decoded {
    const groups = groupsOfKey(raw.key) ?? {};
    const holders = (placesOf(raw) ?? []).map((place) =>
      holderOf(place, { ...groups, ...groupsOf(place) }, rule, now),
    );
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null };
  }

  return {
    id: rule.id,
    library: rule.library,
    language: rule.language ?? 'any',
    kind: KINDS[rule.type],
    redisType: rule.type,
    names: [],
    isName: (key) => groupsOfKey(key) !== null,
    recognise({ raw }) {
      if (raw.type !== rule.type || !groupsOfKey(raw.key) || !placesOf(raw)) return null;
      return token ? 'likely' : 'possible';
    },
    decode: ({ raw, now }) => decode(raw, now),
    healthyFloor: rule.ttlFloor ?? null,
    ...(channels && { channels }),
    lateUnlock: lateUnlockOf(rule),
    hazards: rule.hazards?.filter((code) => !OF_LATE_UNLOCKS.has(code)) ?? [],
    release: (act) => releaseOf(act, rule, channels),
    ...(rule.type === 'string' && { extend: unique ? byToken.extend : bySeenDeadline.extend }),
    ...(rule.type === 'hash' && unique && { extend: extendField }),
    ...(rule.type === 'set' && unique && { extend: extendMember }),
  };
}

const OF_LATE_UNLOCKS: ReadonlySet<HazardCode> = new Set(Object.values(HAZARD_OF_LATE_UNLOCK));

function lateUnlockOf({ hazards = [] }: Rule): LateUnlock {
  if (hazards.includes('deletes-successor')) return 'deletes';
  return hazards.includes('counter-may-drift') ? 'drifts' : 'unknown';
}

/** The named groups of a key that the rule is about; null = it is about another. */
function keyReader(key: Rule['key']): (key: ByteString) => Groups | null {
  if (typeof key !== 'string') return compilePattern(key.pattern).match;
  const matches = compileGlob(bytesOf(key));
  return (name) => (matches(name) ? {} : null);
}

/** Everything in the key that may be a token, as far as it was read. */
function allPlaces(raw: RawKey): Place[] {
  if (raw.type === 'string') {
    const token = wholeValue(raw) ?? raw.value;
    if (token === null) return [];
    return [{ token, beside: null, ...(token.length < raw.length && { tokenLength: raw.length }) }];
  }
  if (raw.hash) return raw.hash.map(([token, beside]) => ({ token, beside }));
  if (raw.members) return raw.members.map(([token, beside]) => ({ token, beside }));
  return (raw.items ?? []).map((token) => ({ token, beside: null }));
}

function holderOf(place: Place, groups: Groups, rule: Rule, now: number): DecodedHolder {
  const text = (name: string) => (groups[name] === undefined ? null : displayOf(groups[name]).text);
  const [host, instance] = [text('host'), text('instance')];
  const pid = groups.pid !== undefined && /^\d{1,10}$/.test(groups.pid) ? Number(groups.pid) : null;
  const at = rule.since && groups.since !== undefined ? timeOf(groups.since, rule.since, now) : null;
  const count = rule.type === 'hash' && COUNT.test(String(place.beside)) ? Number(place.beside) : null;
  return {
    token: place.token,
    ...(place.tokenLength !== undefined && { tokenLength: place.tokenLength }),
    tokenUnique: rule.tokenUnique ?? false,
    label: text('label') ?? (host === null ? null : pid === null ? host : `${host}:${pid}`),
    mode: 'exclusive',
    holdCount: rule.type === 'hash' ? count : 1,
    since: at === null ? null : { atMs: at, atLeast: false },
    process: host === null && pid === null && instance === null ? null : { host, pid, instance },
  };
}

/** Epoch ms of a time that a holder of today can have taken its lock at. */
function timeOf(text: ByteString, unit: NonNullable<Rule['since']>, now: number): number | null {
  const atMs = unit === 'iso' ? Date.parse(text) : (Number(text) * 1_000) / PER_SECOND[unit];
  return text !== '' && atMs > now - YEARS_10 && atMs < now + HOUR ? Math.floor(atMs) : null;
}

function releaseOf(
  act: HolderAction,
  { type, tokenUnique, wake }: Rule,
  channels: Channels | null,
): ScriptPlan {
  const { key, token, seen } = act;
  const deadline = tokenUnique ? '' : seen.deadlineMs;
  const channel = channels?.channelOf(key) ?? '';
  const message = bytesOf(wake?.message ?? '0').replaceAll('{key}', () => key);
  const list = wake && 'list' in wake ? wake : null;
  if (type === 'string' && !list) {
    return releaseString(act, { ...(deadline !== '' && { deadline }), channel, message });
  }
  const place = allPlaces(act.sight.raw).find((each) => each.token === token);
  // A score may be a deadline that every renewal moves: it proves something only where the token does not.
  const beside = type === 'hash' || !tokenUnique ? (place?.beside ?? '') : '';
  return {
    script: scripts.releaseHolder,
    keys: [key, list ? filledIn(list.list, key) : key],
    args: [type, token, besideText(beside), deadline, channel, message, list?.ttlMs ?? ''],
  };
}

function extendField({ key, token, sight }: HolderAction, leaseMs: number): ScriptPlan | null {
  const count = sight.raw.hash?.find(([field]) => field === token)?.[1];
  if (count === undefined || sight.raw.length !== 1) return null;
  return { script: scripts.extendReentrant, keys: [key], args: [token, leaseMs, count] };
}

function extendMember({ key, token }: HolderAction, leaseMs: number): ScriptPlan {
  return { script: scripts.extendMember, keys: [key], args: [token, leaseMs] };
}

/** A score as Redis reads it back. */
export function besideText(beside: ByteString | number): ByteString {
  if (typeof beside === 'string') return beside;
  return Number.isFinite(beside) ? String(beside) : beside > 0 ? 'inf' : '-inf';
}

function channelsOf(template: string, groupsOfKey: (key: ByteString) => Groups | null): Channels {
  const [before = '', after = ''] = template.split('{key}').map(bytesOf);
  return {
    pattern: `${escapeGlob(before)}*${escapeGlob(after)}`,
    channelOf: (key) => before + key + after,
    keysOf(channel) {
      const fits = channel.startsWith(before) && channel.endsWith(after);
      const key = channel.slice(before.length, channel.length - after.length);
      return fits && channel.length > before.length + after.length && groupsOfKey(key) ? [key] : [];
    },
  };
}

function filledIn(template: string, key: ByteString): ByteString {
  return bytesOf(template).replaceAll('{key}', () => key);
}

/** What is wrong with a template of a channel or list; null = nothing. */
function templateProblem(template: string): string | null {
  const parts = template.split('{key}');
  if (parts.length !== 2) return 'must have {key} in it once';
  return parts.join('') === '' ? 'must be more than {key}' : null;
}

/** What is wrong with how a rule wakes waiters; null = nothing. */
export function wakeProblem(wake: RuleWake): { field: 'channel' | 'list'; problem: string } | null {
  const field = 'channel' in wake ? 'channel' : 'list';
  const problem = templateProblem('channel' in wake ? wake.channel : wake.list);
  return problem === null ? null : { field, problem };
}
