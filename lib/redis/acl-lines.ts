import type { Script } from './run-script';
import { scripts } from './scripts.generated';

/** A right, and the first version of Redis that knows it; an older one would refuse the whole line. */
type Right = { right: string; since?: number };

const rights = (...names: string[]): Right[] => names.map((right) => ({ right }));

/** What the connections say for themselves. */
const CONNECTION = [
  ...rights('hello', 'ping', 'select', 'client|setname', 'client|id', 'client|tracking', 'readonly'),
  { right: 'client|setinfo', since: 7.2 },
  { right: 'client|no-touch', since: 7.2 },
];
/** What the collector asks of the server. */
const SERVER = rights(
  'info',
  'dbsize',
  'time',
  'config|get',
  'script|exists',
  'cluster|nodes',
  'cluster|slots',
  'cluster|info',
);
const EVENTS = [
  ...rights('subscribe', 'psubscribe', 'pubsub|channels', 'pubsub|numsub'),
  { right: 'pubsub|shardchannels', since: 7 },
  { right: 'pubsub|shardnumsub', since: 7 },
];
/** Reading of locks beside what the script for it calls: by commands where that is refused, and of heartbeats. */
const READING = [
  ...rights('scan', 'asking', 'exists', 'type', 'pttl', 'get', 'getrange', 'strlen'),
  ...rights('memory|usage', 'object|idletime'),
  ...rights('hlen', 'hgetall', 'hscan', 'llen', 'lrange', 'scard', 'sscan', 'zcard', 'zrange'),
  { right: 'eval_ro', since: 7 },
  { right: 'evalsha_ro', since: 7 },
];
const ACTING = [...rights('eval', 'evalsha', 'publish'), { right: 'spublish', since: 7 }];

/** Scripts that a person's act runs; the others are those of the lock client. */
const ACTS = /^(release|extend|force-release|renew|replace)-/;

/** What a script calls, also by a name that it chooses itself; what it is told by an argument is in `ACTING`. */
function callsOf({ text }: Pick<Script, 'text'>): Right[] {
  const named = [...text.matchAll(/(?:call\(|(?:=|\band|\bor) )'([A-Z]{3,})'/g)].map(([, name = '']) => name);
  return rights(...named.map((name) => (name === 'MEMORY' ? 'memory|usage' : name.toLowerCase())));
}

export type AclLines = { viewer: string; operator: string };

/**
 * The `ACL SETUSER` lines of an account that sees everything and can change nothing, and of one that can release and extend
 * as well. `version` = the oldest Redis that is to understand them; before 7 keys cannot be granted for reading alone, so
 * it is commands that keep a viewer from writing. `<password>` is left to fill in.
 */
export function aclLines(version: string | null): AclLines {
  const known = Number.parseFloat(version ?? '') || 7;
  const granted = (all: readonly Right[]) =>
    [...new Set(all.filter(({ since = 0 }) => since <= known).map(({ right }) => `+${right}`))].sort();
  const viewer = [...CONNECTION, ...SERVER, ...EVENTS, ...READING, ...callsOf(scripts.readKeys)];
  const acts = Object.values(scripts).filter(({ name }) => ACTS.test(name));
  const operator = [...viewer, ...ACTING, ...acts.flatMap(callsOf)];
  const line = (name: string, keys: string, all: readonly Right[]) =>
    ['ACL SETUSER', name, 'reset on', '><password>', keys, '&*', ...granted(all)].join(' ');
  return {
    viewer: line('lockscope-viewer', known >= 7 ? '%R~*' : '~*', viewer),
    operator: line('lockscope-operator', '~*', operator),
  };
}
