import type { NodeStatus } from '@/lib/contract/nodes';
import type { ServerTest, TargetTest, TestedRight } from '@/lib/contract/settings';

/** What a test comes down to. `keys` = every command is allowed, but not on every key. */
export type TestVerdict =
  | { is: 'all' | 'keys' | 'unknown' }
  | { is: 'missing'; count: number }
  | { is: 'unreached'; count: number; total: number };

/** Servers that cannot be used weigh more than rights, and rights more than keys. */
export function testVerdictOf({ servers }: Pick<TargetTest, 'servers'>): TestVerdict {
  const away = servers.filter(({ reached, problem }) => !reached || problem !== null).length;
  if (away > 0) return { is: 'unreached', count: away, total: servers.length };
  const denied = servers.flatMap(({ rights }) => (rights ?? []).filter(({ is }) => is === 'denied'));
  const count = new Set(denied.map(({ command }) => command)).size;
  if (count > 0) return { is: 'missing', count };
  return { is: servers.some(({ everyKey }) => everyKey === false) ? 'keys' : 'all' };
}

/** The same of what the collector tried by itself when it connected. */
export function selfVerdictOf(nodes: readonly NodeStatus[]): TestVerdict {
  const away = nodes.filter(({ state }) => state === 'stale' || state === 'down').length;
  if (away > 0) return { is: 'unreached', count: away, total: nodes.length };
  if (nodes.length === 0 || nodes.some(({ state, missingRights }) => state !== 'live' || !missingRights))
    return { is: 'unknown' };
  const missing = new Set(
    nodes.flatMap(({ missingRights }) => missingRights ?? []).map((each) => each.command),
  );
  return missing.size > 0 ? { is: 'missing', count: missing.size } : { is: 'all' };
}

/** Servers of one outcome: what is true of the rights of one is true of all. */
export type ServerGroup = Pick<ServerTest, 'rights' | 'everyKey' | 'grant'> & { servers: ServerTest[] };

/**
 * Servers with the same rights and the same cure together, in the order of the first of each. A replica has no acts to lack: it
 * is with servers whose other rights are as its own.
 */
export function serverGroupsOf(servers: readonly ServerTest[]): ServerGroup[] {
  const groups = new Map<string, ServerGroup>();
  for (const server of servers) {
    const { rights, everyKey, grant } = server;
    const toSee = rights?.filter(({ needed }) => needed !== 'act') ?? null;
    const name = JSON.stringify([toSee, everyKey, grant]);
    const group = groups.get(name) ?? { rights, everyKey, grant, servers: [] };
    if (rights && group.rights && rights.length > group.rights.length) group.rights = rights;
    group.servers.push(server);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Rights that share a line: what is allowed, whatever it costs; of what is not, those that cost the same. */
export type RightLine = Pick<TestedRight, 'needed' | 'is' | 'costs'> & { commands: string[] };

const NEEDS = ['see', 'see-at-once', 'optional', 'act'] as const satisfies readonly TestedRight['needed'][];
const OUTCOMES = ['allowed', 'absent', 'untried', 'denied'] as const satisfies readonly TestedRight['is'][];

/** What is needed to see comes first, what is needed to act last; in each what is allowed comes first. */
export function rightLinesOf(rights: readonly TestedRight[]): RightLine[] {
  return NEEDS.flatMap((needed) =>
    OUTCOMES.flatMap((outcome) => {
      const lines = new Map<string, RightLine>();
      for (const { command, costs, is } of rights.filter(
        (each) => each.needed === needed && each.is === outcome,
      )) {
        const line = lines.get(is === 'denied' ? costs : '') ?? { needed, is, costs, commands: [] };
        line.commands.push(command);
        lines.set(is === 'denied' ? costs : '', line);
      }
      return [...lines.values()];
    }),
  );
}
