import { createHash } from 'node:crypto';
import type { XrayVerb } from '../../contract/action-codes';
import type { ByteString } from '../../domain/keys/bytes';
import { libraryScripts } from '../../formats/core/library-scripts';
import type { MonitoredCommand } from '../../redis/monitor-lines';
import { scripts } from '../../redis/scripts.generated';

/** The names by which commands can mean one lock. */
export type XrayNames = {
  db: number;
  key: ByteString;
  /** Keys that belong to it, such as its queue. */
  beside: ReadonlySet<ByteString>;
  /** Channels on which its release is told; they are of no database. */
  channels: ReadonlySet<ByteString>;
};

/** What a script call is for, where its SHA-1 tells: `verb` null = only what it does can. */
type KnownScript = { verb: XrayVerb | null; library: string | null };

const READS =
  words(`GET GETRANGE SUBSTR STRLEN MGET EXISTS TYPE TTL PTTL EXPIRETIME PEXPIRETIME DUMP OBJECT MEMORY WATCH
  HGET HMGET HGETALL HEXISTS HLEN HKEYS HVALS HSCAN HSTRLEN LRANGE LINDEX LLEN LPOS SCARD SISMEMBER SMISMEMBER SMEMBERS
  SSCAN ZCARD ZSCORE ZMSCORE ZRANGE ZRANGEBYSCORE ZRANK ZCOUNT ZSCAN EVAL_RO EVALSHA_RO FCALL_RO`);
const WAITS = words('BLPOP BRPOP BLMPOP BLMOVE BRPOPLPUSH BZPOPMIN BZPOPMAX BZMPOP');
const LISTENS = words('SUBSCRIBE SSUBSCRIBE');
const OF_CHANNELS = words('SUBSCRIBE SSUBSCRIBE UNSUBSCRIBE SUNSUBSCRIBE PUBLISH SPUBLISH PUBSUB');
const RENEWS = words('PEXPIRE EXPIRE PEXPIREAT EXPIREAT');
const CALLS = words('EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO');

const OWN: [RegExp, XrayVerb][] = [
  [/^acquire-/, 'tries'],
  [/^(renew|extend)-/, 'renews'],
  [/^(release|force-release)-/, 'releases'],
  [/^read-/, 'reads'],
];

/**
 * Of scripts whose attempt may fail and then only reads, so that what they do does not tell: checked against the texts of
 * the libraries. `RedissonLock`: try, renew. redis-py: release.
 */
const PURPOSES: Readonly<Record<string, XrayVerb>> = {
  '149c5a8bf18676fd99e9e6e24923bd64d9b62f94': 'tries',
  '8e19a1ddbdee9138df9f32a480c57addab4353d1': 'renews',
  c3f8721cbb97f72bc19e972846bd7aaf91901658: 'releases',
};

const KNOWN = new Map<string, KnownScript>([
  ...libraryScripts.flatMap(({ library, sha1s }) =>
    sha1s.map((sha1): [string, KnownScript] => [sha1, { verb: PURPOSES[sha1] ?? null, library }]),
  ),
  ...Object.values(scripts).map(({ name, sha1 }): [string, KnownScript] => [
    sha1,
    { verb: OWN.find(([shape]) => shape.test(name))?.[1] ?? 'touches', library: 'Lockscope' },
  ]),
]);

/** A command's name in capitals. */
function commandNameOf({ args }: MonitoredCommand): string {
  return (args[0] ?? '').toUpperCase();
}

/** Whether the command names the lock: one of its keys in its database, or a channel of it, byte for byte. */
export function namesLock(command: MonitoredCommand, { db, key, beside, channels }: XrayNames): boolean {
  const here = command.db === db;
  if (!here && !OF_CHANNELS.has(commandNameOf(command)) && !CALLS.has(commandNameOf(command))) return false;
  return command.args.some(
    (arg, i) => i > 0 && ((here && (arg === key || beside.has(arg))) || channels.has(arg)),
  );
}

/** Whether it calls a script or function, which then says itself what it runs. */
export function isCall(command: MonitoredCommand): boolean {
  return CALLS.has(commandNameOf(command));
}

/** The script that a call names, where it is a known one. */
export function knownScript(command: MonitoredCommand): KnownScript | null {
  const [, script = ''] = command.args;
  const name = commandNameOf(command);
  if (name.startsWith('EVALSHA')) return KNOWN.get(script.toLowerCase()) ?? null;
  if (!name.startsWith('EVAL')) return null;
  return KNOWN.get(createHash('sha1').update(Buffer.from(script, 'latin1')).digest('hex')) ?? null;
}

/** What a command that names the lock was for, by its name and by what it names at which place. */
export function verbOf(command: MonitoredCommand, { key, channels }: XrayNames): XrayVerb {
  const name = commandNameOf(command);
  const [, first = ''] = command.args;
  if (READS.has(name)) return 'reads';
  if (WAITS.has(name)) return 'waits';
  if (LISTENS.has(name)) return command.args.some((arg) => channels.has(arg)) ? 'waits' : 'touches';
  if (name === 'DEL' || name === 'UNLINK') return command.args.includes(key, 1) ? 'releases' : 'touches';
  if (first !== key) return 'touches';
  if (name === 'SETNX' || (name === 'SET' && hasOption(command, 'NX'))) return 'tries';
  return RENEWS.has(name) ? 'renews' : 'touches';
}

/**
 * What a command that a script ran did to the lock: as `verbOf`, and of the count of a holder also up and down; null = it
 * changed nothing that tells.
 */
export function effectOf(command: MonitoredCommand, names: XrayNames): XrayVerb | null {
  const [, first, , by = ''] = command.args;
  if (commandNameOf(command) === 'HINCRBY' && first === names.key)
    return by.startsWith('-') ? 'releases' : 'tries';
  const verb = verbOf(command, names);
  return verb === 'tries' || verb === 'renews' || verb === 'releases' ? verb : null;
}

function hasOption({ args }: MonitoredCommand, option: string): boolean {
  return args.some((arg, i) => i > 2 && arg.toUpperCase() === option);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
