import type { Redis } from 'ioredis';
import type { XrayEnd } from '../../contract/action-codes';
import type { XrayClient, XrayNode } from '../../contract/xray';
import { XRAY_CLIENTS } from '../../domain/actions/xray';
import { displayOf } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import { toLockError } from '../../reads/redis-errors';
import { type ListedClient, parseClientList } from '../../redis/client-list';
import type { Endpoint } from '../../redis/connection';
import { connected, openMonitor } from '../../redis/monitor';
import { xrayAclLine } from '../../redis/xray-rights';
import { createLatencyProbe } from './latency-probe';
import { createTally, type Tallied, totalOf, type XrayTally } from './xray-tally';
import type { XrayNames } from './xray-verbs';

/** Connections of a console call themselves so. */
const OURS = /^lockscope:/;
const SLOW_MS = 20;

export type XrayLimits = {
  /** How long it runs at most. */
  ms: number;
  /** Bytes of output that are read at most; a chunk more may come. */
  maxBytes: number;
  /** A round trip of so many ms is never slow; default 20. */
  slowMs?: number;
  /** Ends it at once, with the reason as its error. */
  signal: AbortSignal;
};

/**
 * Listens to one server with MONITOR for a bounded time and tells which clients named a lock and what for. Ends before its
 * time when there is more output than allowed, or when the server's answers become slow. However it ends, both of its
 * connections are closed. Throws `denied`, whose `details.cure` is the line that grants what is missing, `node-down`,
 * `timed-out`, and the reason of `signal`.
 */
export async function xrayServer(
  endpoint: Endpoint,
  names: XrayNames,
  limits: XrayLimits,
): Promise<Omit<XrayNode, 'node' | 'why'>> {
  let control: Redis | null = null;
  try {
    control = await connected(endpoint, limits.signal);
    await mayListClients(control);
    const sample = await listen(endpoint, control, names, limits);
    const { tally, ...figures } = sample;
    const { commands, unattributed, beyond, byAddress } = tally.result();
    const listed = await listClients(control, byAddress);
    const ours = new Set([...(listed ?? [])].flatMap(([at, { name }]) => (OURS.test(name) ? at : [])));
    const others = [...byAddress].filter(([source]) => !ours.has(addressOf(source)));
    const clients = others.map(([source, tallied]) => clientOf(addressOf(source), tallied, listed));
    clients.sort((a, b) => weightOf(b) - weightOf(a) || b.lastMs - a.lastMs);
    const all = [...byAddress.values()].reduce((sum, { counts }) => sum + totalOf(counts), 0);
    const theirs = clients.reduce((sum, { counts }) => sum + totalOf(counts), 0);
    return {
      ...figures,
      commands,
      named: theirs + beyond.commands,
      ours: all - theirs,
      unattributed,
      clients: clients.slice(0, XRAY_CLIENTS),
      moreClients: Math.max(0, clients.length - XRAY_CLIENTS) + beyond.clients,
    };
  } catch (error) {
    if (limits.signal.aborted) throw limits.signal.reason;
    throw withCure(toLockError(error, 'reading'), endpoint);
  } finally {
    control?.disconnect();
  }
}

type Sample = Pick<XrayNode, 'ended' | 'ranMs' | 'bytes' | 'latency'> & { tally: XrayTally };

async function listen(
  endpoint: Endpoint,
  control: Redis,
  names: XrayNames,
  { ms, maxBytes, slowMs = SLOW_MS, signal }: XrayLimits,
): Promise<Sample> {
  const pulse = await createLatencyProbe(() => control.ping(), slowMs);
  const tally = createTally(names);
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let monitor: { close(): void } | null = null;
  let stop: (why: XrayEnd | null) => void = () => {};
  const over = new Promise<XrayEnd | null>((resolve) => {
    stop = resolve;
  });
  const aborted = () => stop(null);
  const startedAtMs = performance.now();
  try {
    // It may come to an end while it is being opened: then what ended it is asked for below.
    monitor = await openMonitor(endpoint, {
      onLine: (line) => tally.take(line, Math.round(performance.now() - startedAtMs)),
      onBytes(all) {
        bytes = all;
        if (all > maxBytes) {
          monitor?.close();
          stop('size');
        }
      },
      onLost: () => stop('lost'),
      signal,
    });
    if (bytes > maxBytes) monitor.close();
    signal.addEventListener('abort', aborted);
    if (signal.aborted) aborted();
    timer = setTimeout(() => stop('time'), ms);
    pulse.start(() => stop('latency'));
    const ended = await over;
    if (ended === null) throw signal.reason;
    return { ended, ranMs: Math.round(performance.now() - startedAtMs), bytes, latency: rounded(), tally };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', aborted);
    pulse.stop();
    monitor?.close();
  }

  function rounded(): XrayNode['latency'] {
    const { beforeMs, worstMs, limitMs } = pulse.figures();
    const [before = 0, worst = 0, limit = 0] = [beforeMs, worstMs, limitMs].map(
      (each) => Math.round(each * 10) / 10,
    );
    return { beforeMs: before, worstMs: worst, limitMs: limit };
  }
}

/** Asks for no client at all, so that what is not permitted is said before it has cost anything. */
async function mayListClients(control: Redis): Promise<void> {
  await control.call('CLIENT', 'LIST', 'TYPE', 'replica');
}

/** null = a server that ended it by being slow may not answer this either. */
async function listClients(
  control: Redis,
  sources: ReadonlyMap<string, unknown>,
): Promise<Map<string, ListedClient> | null> {
  const wanted = new Set([...sources.keys()].map(addressOf));
  try {
    const reply = await control.callBuffer('CLIENT', 'LIST');
    return parseClientList(Buffer.isBuffer(reply) ? reply.toString('latin1') : '', wanted);
  } catch {
    return null; // said in the answer: `connected` is null
  }
}

/** The client's address as CLIENT LIST has it. */
function addressOf(source: string): string {
  return source.startsWith('unix:') ? `${source.slice('unix:'.length)}:0` : source;
}

function clientOf(
  address: string,
  { scripts, ...tallied }: Tallied,
  listed: ReadonlyMap<string, ListedClient> | null,
): XrayClient {
  const client = listed?.get(address);
  const text = (value: string | undefined) => (value ? displayOf(value).text : null);
  return {
    address: displayOf(address).text,
    connected: listed && client !== undefined,
    name: text(client?.name),
    library: text(client?.library),
    user: text(client?.user),
    ageMs: client?.ageSeconds == null ? null : client.ageSeconds * 1_000,
    ...tallied,
    scripts: [...scripts].sort(),
  };
}

/** Who only looks comes last. */
function weightOf({ counts }: XrayClient): number {
  const looks = counts.reads + counts.touches;
  return (totalOf(counts) - looks) * 1e6 + looks;
}

function withCure(error: ConsoleError, { url }: Endpoint): ConsoleError {
  if (error.code !== 'denied') return error;
  const { command } = error.details;
  const what = typeof command === 'string' ? `run ${command}` : 'take an X-ray';
  const cure = xrayAclLine(url);
  const text = `this Redis user may not ${what}; this grants it: ${cure}`;
  return new ConsoleError('denied', text, { ...error.details, cure }, { cause: error });
}
