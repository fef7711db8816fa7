import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Redis } from 'ioredis';
import { ask } from '../../collector/keys/answer';
import { readNodeFacts } from '../../collector/keys/node-facts';
import { HIDING_COSTS, type ReachCode, type RightCost } from '../../contract/node-codes';
import type { ServerTest, TestedRight } from '../../contract/settings';
import { type SettingsFrom, settingsFor } from '../../domain/nodes/settings-for';
import { grantLine, isOfChannel } from '../../redis/acl-grant';
import { type ConnectionPurpose, type Endpoint, openConnection } from '../../redis/connection';
import { isRefusal } from '../../redis/key-reply';
import { commandName, type TriedUse, tryEverything } from '../../redis/rights';
import { within } from '../../server/record/within';
import { reachProblem } from './reach-problem';

/** Longest that one server is waited for, ms. */
const LIMIT_MS = 8_000;

export type TestedServer = {
  role: ServerTest['role'];
  /** Host and port, for a screen. */
  address: string;
  endpoint: Endpoint;
  /** Whether what releases and extends is tried on it. */
  acts: boolean;
  /** Of a sentinel: the primary that it has to know. */
  primary?: string;
  from: SettingsFrom;
};

/** What a test has found out so far: it may end at any step. */
type FoundOut = Omit<ServerTest, 'role' | 'encrypted' | 'user'>;

/**
 * Reaches a server over connections of its own and tries every right, within 8 s. Never rejects: what went wrong is in the
 * answer, without secrets.
 */
export async function testServer(server: TestedServer, now: () => number): Promise<ServerTest> {
  const { endpoint, role, address, from } = server;
  const commands = openOnce(endpoint, 'commands');
  const events = openOnce(endpoint, 'subscriber');
  const { username, tls } = commands.options;
  const found: FoundOut = {
    ...{ address, tls: null, reached: false, problem: null, server: null, pingMs: null },
    ...{ rights: null, everyKey: null, grant: null },
  };
  try {
    await within(LIMIT_MS, examine(server, { commands, events, found, user: username ?? 'default', now }));
  } catch (error) {
    const problem = reachProblem(error instanceof Error ? error : new Error(String(error)), endpoint, from);
    found.problem = { ...problem, code: await provenCode(problem.code, endpoint, tls !== undefined) };
    // A server that loads its data answers; one that lets nobody in is not reached.
    found.reached = found.pingMs !== null || found.problem.code === 'loading';
  } finally {
    commands.disconnect();
    events.disconnect();
  }
  return { role, user: username ?? 'default', encrypted: tls !== undefined, ...found };
}

type Examined = { commands: Redis; events: Redis; found: FoundOut; user: string; now: () => number };

async function examine(
  { acts, endpoint, from, primary }: TestedServer,
  { commands, events, found, user, now }: Examined,
) {
  await connected(commands);
  const stream = commands.stream as TLSSocket;
  found.tls = stream.getProtocol?.() ?? null;
  // Sentinels name the primary: only now it is known where it is.
  if (endpoint.sentinel) found.address = `${stream.remoteAddress}:${stream.remotePort}`;
  const startedAt = performance.now();
  await commands.ping().catch(unlessRefused);
  found.pingMs = Math.round((performance.now() - startedAt) * 100) / 100;
  found.reached = true;
  const { server, redisVersion } = await readNodeFacts(commands, now);
  found.server = server;
  if (primary !== undefined) {
    found.problem = await unknownPrimary(commands, primary, from);
    return;
  }
  await connected(events);
  const tried = await tryEverything(commands, events, acts);
  found.rights = tried.map(testedRight);
  found.everyKey = !tried.some(({ use, is }) => is === 'elsewhere' && !isOfChannel(use.command));
  found.grant = grantLine(user, tried, redisVersion);
}

/** What keeps a sentinel from naming the primary; null = it does. */
async function unknownPrimary(
  sentinel: Redis,
  primary: string,
  from: SettingsFrom,
): Promise<ServerTest['problem']> {
  const { value, refused } = await ask(sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primary));
  if (Array.isArray(value)) return null;
  const message = refused ?? `it knows no primary called ${primary}`;
  return { code: 'no-primary', message, settings: [...settingsFor('no-primary', from)], from: from.source };
}

/** A connection that is tried once. */
function openOnce(endpoint: Endpoint, purpose: ConnectionPurpose): Redis {
  const never = () => null;
  return openConnection({ endpoint, purpose }).duplicate({
    ...{ retryStrategy: never, sentinelRetryStrategy: never },
    // A server that loads its data says so at once.
    enableReadyCheck: false,
  });
}

/** Rejects with why it failed, or is not as configured: of several errors the first, which the others follow from. */
async function connected(redis: Redis): Promise<void> {
  const errors: Error[] = [];
  redis.on('error', (error: Error) => errors.push(error));
  try {
    await redis.connect();
  } catch (error) {
    throw errors[0] ?? error;
  }
  // A database that is not there leaves the connection on another one.
  if (errors[0]) throw errors[0];
}

/** The code once the port was asked the other way: with TLS where there was none, and the reverse. */
async function provenCode(code: ReachCode, endpoint: Endpoint, encrypted: boolean): Promise<ReachCode> {
  if (endpoint.sentinel) return code;
  const { hostname, port } = new URL(endpoint.url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
  // A server that speaks no TLS waits for more, and says nothing.
  if (encrypted && code === 'timed-out') return (await opens(connect(place), 'connect')) ? 'not-tls' : code;
  if (encrypted || !['closed', 'not-redis'].includes(code)) return code;
  // Nothing is sent over it, so its certificate does not matter.
  const hello = connectTls({ ...place, rejectUnauthorized: false });
  return (await opens(hello, 'secureConnect')) ? 'wants-tls' : code;
}

/** Whether a connection comes about, within a second. It is closed in any case. */
async function opens(socket: Socket, ready: 'connect' | 'secureConnect'): Promise<boolean> {
  try {
    await within(1_000, once(socket, ready));
    return true;
  } catch {
    return false;
  } finally {
    socket.on('error', () => {}); // a late one of a socket that is given up
    socket.destroy();
  }
}

function unlessRefused(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

function testedRight({ use, is }: TriedUse): TestedRight {
  const { costs } = use;
  return { command: commandName(use), costs, needed: neededFor(costs), is: isNow() };

  /** A bound on keys concerns all commands, so `everyKey` has it and no single right. */
  function isNow(): TestedRight['is'] {
    if (is === 'elsewhere') return isOfChannel(use.command) ? 'denied' : 'allowed';
    return is ?? 'untried';
  }
}

function neededFor(costs: RightCost): TestedRight['needed'] {
  if (costs === 'acts' || costs === 'wake-ups') return 'act';
  if (costs === 'events') return 'see-at-once';
  return HIDING_COSTS.some((each) => each === costs) ? 'see' : 'optional';
}
