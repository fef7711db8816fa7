import type { Redis } from 'ioredis';
import type { ByteString } from '../../domain/keys/bytes';
import type { NodeState } from '../../domain/nodes/node-status';
import { addressOf, type Endpoint, openConnection } from '../../redis/connection';
import { connectionProblem } from '../../redis/connection-problem';
import { isRefusal } from '../../redis/key-reply';
import { toWire } from '../../redis/run-script';
import { createSentinelWatch } from './sentinel-watch';

/** No answer for this long and the node counts as silent: early enough to be on screens within three seconds. */
const SILENT_MS = 2_400;
/** A connection without an answer for this long is given up and opened anew. */
const HOPELESS_MS = 10_000;
const PING_MS = 1_000;
/** The subscriber is deaf if it has said nothing for this long when a command is answered: changes would be missed. */
const DEAF_MS = 1_200;
const SUBSCRIBER_PING_MS = 500;
const CHECK_MS = 200;
/** A check that comes this late was held up, and so was everything that arrived. */
const STALLED_MS = 1_000;

export type LinkHealth = {
  state: NodeState;
  problem: string | null;
  lastAnswerAtMs: number | null;
  pingMs: number | null;
};

/** Our two connections to one node and whether it answers on them. */
export type NodeLink = {
  readonly commands: Redis;
  readonly subscriber: Redis;
  start(): void;
  stop(): void;
  health(): LinkHealth;
  /** Redis answered something. */
  answered(): void;
  /** This process was kept from its work for a second or more, a moment ago. */
  wasStalled(): boolean;
  /** Bytes sent and received so far, over both connections. */
  bytes(): number;
  /** Host and port of the server, as its name on a screen: behind sentinels the one that was reached last. */
  address(): string;
  /** Resolves when everything was received that the server had reported by now; never rejects. */
  caughtUp(): Promise<void>;
  /** Gives up both connections and opens them anew, where the server may be by now. */
  reopen(): void;
};

export type LinkOptions = {
  endpoint: Endpoint;
  now: () => number;
  /** The node answers (again): everything may have changed. */
  onUp(): void;
  /** Both connections are open (again): subscriptions and tracking are gone. */
  onEventsReady(): void;
  onEventsLost(): void;
  /** The node stopped answering. */
  onSilent(): void;
  onPing(ms: number): void;
  /** A key to ask for instead of a PING, which a node of a cluster that is down answers although it serves nothing. */
  probe?(): ByteString | undefined;
};

/** Opens nothing before `start`; reconnects for ever and never throws. */
export function createNodeLink(options: LinkOptions): NodeLink {
  const { endpoint, now } = options;
  const commands = openConnection({ endpoint, purpose: 'commands' });
  const subscriber = openConnection({ endpoint, purpose: 'subscriber' });
  const sentinels = createSentinelWatch(endpoint, reopen);
  let address = addressOf(endpoint);
  const health: LinkHealth = { state: 'connecting', problem: null, lastAnswerAtMs: null, pingMs: null };
  const timers: ReturnType<typeof setInterval>[] = [];
  let up = false;
  let pinging = false;
  let checkedAtMs = 0;
  let openedAtMs = 0;
  let heardAtMs = 0;
  let stalledAtMs = Number.NEGATIVE_INFINITY;

  function silent(state: 'stale' | 'down', problem: string): void {
    health.state = state;
    health.problem = problem;
    if (!up) return;
    up = false;
    options.onSilent();
  }

  async function ping(): Promise<void> {
    if (pinging || commands.status !== 'ready') return;
    pinging = true;
    const startedAt = performance.now();
    try {
      const key = options.probe?.();
      if (key === undefined) await commands.ping();
      else await commands.exists(toWire(key) as string | Buffer);
      measured();
    } catch (error) {
      // "No" is an answer too, unless it says that nothing will be answered.
      if (isRefusal(error)) measured();
      else if (error instanceof Error && error.name === 'ReplyError') silent('stale', error.message);
    } finally {
      pinging = false;
    }

    function measured(): void {
      health.pingMs = Math.round((performance.now() - startedAt) * 100) / 100;
      options.onPing(health.pingMs);
      answered();
    }
  }

  function answered(): void {
    health.lastAnswerAtMs = now();
    if (up || commands.status !== 'ready') return;
    up = true;
    health.state = 'live';
    health.problem = null;
    options.onUp();
  }

  function heard(): void {
    heardAtMs = now();
  }

  function pingSubscriber(): void {
    if (subscriber.status !== 'ready') return;
    subscriber.ping().then(heard, (error) => {
      if (error instanceof Error && error.name === 'ReplyError') heard();
    });
  }

  /** Events that do not come look like nothing happening. */
  function checkSubscriber(): void {
    if (subscriber.status !== 'ready' || (health.lastAnswerAtMs ?? 0) - heardAtMs <= DEAF_MS) return;
    heard(); // once is enough
    options.onEventsLost(); // a connection that hangs is slow to close
    subscriber.disconnect(true);
  }

  function check(): void {
    const at = performance.now();
    const stalled = at - checkedAtMs > CHECK_MS * 4;
    if (checkedAtMs > 0 && at - checkedAtMs > STALLED_MS) stalledAtMs = at;
    checkedAtMs = at;
    // After a stall of our own, answers may be waiting unread: ask again before judging.
    if (stalled || health.lastAnswerAtMs === null) return;
    if (up) checkSubscriber();
    const quietMs = now() - Math.max(health.lastAnswerAtMs, openedAtMs);
    if (commands.status === 'ready' && quietMs > HOPELESS_MS) {
      reopen();
    } else if (up && quietMs > SILENT_MS) {
      silent('stale', `no answer for ${Math.round(quietMs / 100) / 10} s`);
      // When it wakes it may take itself for the primary for a while although sentinels name another.
      if (endpoint.sentinel) reopen();
    }
  }

  /** What is being opened may be on its way to the server that was there before. */
  function reopen(): void {
    openedAtMs = now();
    for (const redis of [commands, subscriber]) {
      if (redis.status === 'connecting') redis.once('connect', () => drop(redis));
      else drop(redis);
    }
  }

  function watch(redis: Redis): void {
    redis.on('error', (error: Error) => {
      if (health.state !== 'live') health.problem = connectionProblem(error, endpoint);
    });
    redis.on('ready', () => {
      if (commands.status === 'ready' && subscriber.status === 'ready') options.onEventsReady();
    });
    redis.on('close', () => options.onEventsLost());
  }

  return {
    commands,
    subscriber,
    start() {
      watch(commands);
      watch(subscriber);
      commands.on('ready', () => {
        openedAtMs = now();
        if (endpoint.sentinel) address = peerOf(commands) ?? address;
        // From Redis 7.2 on our reads need not count as use of a key; older servers say no.
        commands.call('CLIENT', 'NO-TOUCH', 'ON').catch(() => {});
        void ping();
      });
      commands.on('close', () => silent('down', health.problem ?? 'the connection was closed'));
      subscriber.on('ready', heard);
      sentinels.start();
      for (const redis of [commands, subscriber]) redis.connect().catch(() => {}); // 'error' tells, and it retries
      timers.push(
        setInterval(() => void ping(), PING_MS),
        setInterval(pingSubscriber, SUBSCRIBER_PING_MS),
        setInterval(check, CHECK_MS),
      );
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      sentinels.stop();
      up = false;
      for (const redis of [commands, subscriber]) {
        redis.removeAllListeners();
        redis.on('error', () => {}); // a late error of a connection nobody waits for
        redis.disconnect();
      }
    },
    health: () => ({ ...health }),
    answered,
    wasStalled: () => performance.now() - stalledAtMs < STALLED_MS,
    bytes: () => [commands, subscriber].reduce((sum, redis) => sum + transferred(redis), 0),
    address: () => address,
    // Reports arrive in order, so all of them are before the answer. A connection that is lost reports that itself.
    async caughtUp() {
      if (subscriber.status === 'ready') await subscriber.ping().catch(() => {});
    },
    reopen,
  };
}

/**
 * Closes a connection, which then opens anew. Not `disconnect`: that ends for ever what still asks the sentinels, and
 * waits two seconds for a server that froze, whose answers would be believed if it woke meanwhile.
 */
function drop({ stream }: { stream?: Redis['stream'] }): void {
  stream?.destroy();
}

function peerOf({ stream }: Redis): string | null {
  const { remoteAddress, remotePort } = stream as { remoteAddress?: string; remotePort?: number };
  if (!remoteAddress) return null;
  return `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`;
}

/** Bytes sent and received so far, over one connection. */
export function transferred(redis: Redis): number {
  const { stream } = redis as unknown as { stream?: { bytesRead?: number; bytesWritten?: number } };
  return (stream?.bytesRead ?? 0) + (stream?.bytesWritten ?? 0);
}
