import { USES } from './rights';
import type { Script } from './run-script';
import { scripts } from './scripts.generated';

/** A right, and the first version of Redis that knows it; an older one would refuse the whole line. */
type Right = { right: string; since?: number };

const rights = (...names: string[]): Right[] => names.map((right) => ({ right }));

/** Commands that the connections themselves send. */
const CONNECTION = [
  ...rights('hello', 'ping', 'select', 'client|setname', 'client|id', 'client|tracking', 'readonly'),
  { right: 'client|setinfo', since: 7.2 },
  { right: 'client|no-touch', since: 7.2 },
];
const CLUSTER = rights('asking', 'cluster|nodes', 'cluster|slots', 'cluster|info');
const used = (isAct: boolean): Right[] =>
  USES.filter((use) => (use.isAction ?? false) === isAct).map(({ command, since }) => ({
    right: command.toLowerCase(),
    ...(since !== undefined && { since }),
  }));
const ACTING = [...used(true), { right: 'spublish', since: 7 }];

/** Scripts that a user's action runs; the others belong to the lock client. */
const ACTS = /^(release|extend|force-release|renew|replace|quarantine)-/;

/** Commands that a script calls, including by a computed name. Commands passed to it as arguments are in `ACTING`. */
function callsOf({ text }: Pick<Script, 'text'>): Right[] {
  const named = [...text.matchAll(/(?:call\(|(?:=|\band|\bor) )'([A-Z]{3,})'/g)].map(([, name = '']) => name);
  return rights(...named.map((name) => (name === 'MEMORY' ? 'memory|usage' : name.toLowerCase())));
}

/** Rights of an account that only reads, and of one that also acts, sorted. `version` as for `aclLines`. */
export function rightsFor(version: string | null): { viewer: string[]; operator: string[] } {
  const known = knownOf(version);
  const granted = (all: readonly Right[]) =>
    [...new Set(all.filter(({ since = 0 }) => since <= known).map(({ right }) => right))].sort();
  const viewer = [...CONNECTION, ...CLUSTER, ...used(false), ...callsOf(scripts.readKeys)];
  const acts = Object.values(scripts).filter(({ name }) => ACTS.test(name));
  return { viewer: granted(viewer), operator: granted([...viewer, ...ACTING, ...acts.flatMap(callsOf)]) };
}

function knownOf(version: string | null): number {
  return Number.parseFloat(version ?? '') || 7;
}

type AclLines = { viewer: string; operator: string };

/**
 * The `ACL SETUSER` lines of an account that sees everything and changes nothing, and of one that can also act. `version` = the oldest Redis that has to understand them. Before Redis 7, keys cannot be granted for reading
 * alone, so the command list keeps a viewer from writing. `<password>` is a placeholder.
 */
export function aclLines(version: string | null): AclLines {
  const { viewer, operator } = rightsFor(version);
  const line = (name: string, keys: string, all: readonly string[]) =>
    ['ACL SETUSER', name, 'reset on', '><password>', keys, '&*', ...all.map((right) => `+${right}`)].join(
      ' ',
    );
  const known = knownOf(version);
  return {
    viewer: line('lockscope-viewer', known >= 7 ? '%R~*' : '~*', viewer),
    operator: line('lockscope-operator', '~*', operator),
  };
}
