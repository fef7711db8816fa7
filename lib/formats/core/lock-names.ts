import type { ByteString } from '../../domain/keys/bytes';
import { LOCK_WORDS, wordShapes } from './word-shapes';

/**
 * What the words of a name say. `lock`: a lock word is at an edge of the first segment or at the end of the last, where a
 * lock's name has it. `doubtful`: the same, with a word that speaks against. `inside`: it is elsewhere, as behind the prefix
 * of an application. `other`: the name is that of something else: a setting, a count, a state, another kind of random
 * value. `none`: no word says anything.
 */
export type NameStanding = 'lock' | 'doubtful' | 'inside' | 'other' | 'none';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** These speak of settings, figures and states of locks, wherever they are, save in the name of what is locked. */
const FIGURES = wordSet(`
  conf config configs configuration setting settings option options preference preferences feature features flag flags
  flipper toggle toggles limit limits quota quotas count counts counter counters total totals timeout timeouts stat stats
  statistic statistics metric metrics gauge state states status statuses presence typing online leaderboard ranking
`);

/** As the last word of a name, these are an attribute of something and not the thing. */
const ATTRIBUTES = wordSet(`
  at attempts avg checksum color created date deadline digest disabled duration enabled errors etag expires expiry failures
  hash history hits icon id ids info interval label last length list log logs max message meta metadata min minutes misses mode mtime name
  ms names owner p50 p95 p99 rate reason retries screen sec seconds sha sha1 sha256 since size text time timestamp title ts ttl type until
  updated url version
`);

/** What else is random or short-lived and no lock. Behind a lock word, they name what is locked. */
const OTHERS = wordSet(`
  access activation checksum digest etag hash sha sha1 sha256 last agent agents apikey apikeys auth authorization basket bucket cache cached caches captcha captchas cart
  carts challenge code codes conn connection connections cookie cookies corr correlation csrf cursor cursors dedup dedupe
  delayed device devices due etags event events fingerprint guid hashes health heartbeat idempotency
  idempotent inbox instance instances invitation invite invites iv jti jwt jwts key keys latest limiter login logins magic
  mfa msg messages nonce nonces notification notifications oauth oauth2 offset offsets oidc otp outbox passcode password
  payload peer peers pkce poll polls processed proxy push queue queues ratelimit ratelimiter ratelimiters recovery refresh
  registration remember request requests result results revoked room rooms salt schedule scheduled secret secrets seen
  sess session sessions share short sid signature signup socket sockets span subscription throttle ticket tickets token
  tokens totp trace traces unsubscribe uuid verification verifier verify views visit visitor visitors visits vote votes webhook window
  xsrf
`);

/** Who is in, or for, something: hashes and sets of ids. */
const GROUPS = wordSet(`
  basket baskets cart carts members online participants players poll polls presence room rooms session sessions typing
  views visitors vote voters votes watchers
`);

/** Files in which package managers pin versions. */
const LOCK_FILE =
  /[-.]lock\.(?:json|ya?ml|toml|hcl|txt|exs)|(?:yarn|gemfile|composer|poetry|cargo|pipfile|podfile|mix|flake|bun|deno|uv|pdm|packages)\.lock(?![a-z])/i;

const HAS_LOCK_WORD = new RegExp(wordShapes(LOCK_WORDS).join('|'));
const LOCK_WORD = new RegExp(`^(?:${LOCK_WORDS.join('|')})$`);
const SEGMENT_END = /[:/|{}]/;
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:1|2|50|95|99|256)?(?![0-9])|[A-Za-z]+/g;
/** Ids: their letters are no words. */
const ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{16,})$/;

/** Of a longer name the first and the last so many bytes are read. */
const HALF = 256;
let latest: { key: ByteString; standing: NameStanding } | null = null;

/** Reads the words of a name. Every format asks for the one key that is read: the last answer is kept. */
export function readName(key: ByteString): NameStanding {
  if (latest?.key !== key) latest = { key, standing: standingOf(key) };
  return latest.standing;
}

function standingOf(whole: ByteString): NameStanding {
  const key = whole.length > 2 * HALF ? `${whole.slice(0, HALF)}:${whole.slice(-HALF)}` : whole;
  const segments = segmentsOf(key);
  const last = segments.at(-1)?.at(-1) ?? '';
  if (LOCK_FILE.test(key)) return 'other';
  const lock = HAS_LOCK_WORD.test(key) ? lockIn(segments) : null;
  if (!lock) return segments.flat().some(isOther) || ATTRIBUTES.has(last) ? 'other' : 'none';
  const against = lock.around.filter((word) => FIGURES.has(word)).length + Number(ATTRIBUTES.has(last));
  if (lock.stands === 'lock') return against === 0 ? 'lock' : against === 1 ? 'doubtful' : 'other';
  return against > 0 ? 'other' : 'inside';
}

/** Whether the name is that of a group of ids, such as the votes of a poll. */
export function namesGroup(key: ByteString): boolean {
  return segmentsOf(key)
    .flat()
    .some((word) => GROUPS.has(word));
}

function isOther(word: string): boolean {
  return FIGURES.has(word) || OTHERS.has(word);
}

/** Where the lock word is, and the words that are not the name of what is locked; null = there is none. */
function lockIn(segments: readonly string[][]): { stands: 'lock' | 'inside'; around: string[] } | null {
  const [first = []] = segments;
  const last = segments.at(-1) ?? [];
  const others = (words: readonly string[]) => words.filter((word) => !LOCK_WORD.test(word));
  if (isLockWord(last.at(-1))) return { stands: 'lock', around: others(segments.flat()) };
  if (isLockWord(first[0]) || isLockWord(first.at(-1)))
    return { stands: 'lock', around: others([...first, ...(segments.length > 1 ? last.slice(-1) : [])]) };
  return segments.flat().some(isLockWord) ? { stands: 'inside', around: others(segments.flat()) } : null;
}

function isLockWord(word: string | undefined): boolean {
  return word !== undefined && LOCK_WORD.test(word);
}

/** The words of each segment, in lower case and without numbers; segments before the first word are left out. */
function segmentsOf(key: ByteString): string[][] {
  const segments = key
    .split(SEGMENT_END)
    .map((segment) =>
      ID.test(segment) ? [] : (segment.match(WORD) ?? []).map((word) => word.toLowerCase()),
    );
  return segments.slice(
    Math.max(
      0,
      segments.findIndex((words) => words.length > 0),
    ),
  );
}
