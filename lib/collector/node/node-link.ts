import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { NodeState } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { addressOf, type Endpoint, openConnection } from '../../redis/connection';
import { connectionProblem } from '../../redis/connection-problem';
import { isRefusal } from '../../redis/key-reply';
import { toWire } from '../../redis/run-script';
import { createSentinelWatch, type ServerAddress } from './sentinel-watch';

/** No answer for this long and the node counts as silent: early enough to be on screens within three seconds. */
const SILENT_MS = 2_400;
/** A connection without an answer for this long is given up and opened anew. */
const HOPELESS_MS = 10_000;
const PING_MS = 1_000;
/** How much later than the subscriber's own question a command is sent whose answer, if it comes first, shows it deaf. */
const DEAF_MS = 700;
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
  /** The connection is to the server that the sentinels name, where there are any. */
  let isRightServer = false;
  let pinging = false;
  let checkedAtMs = 0;
  let openedAtMs = 0;
  let pendingPing: { atMs: number; bytes: number; isChecked: boolean } | null = null;
  let stalledAtMs = Number.NEGATIVE_INFINITY;

  function silent(state: 'stale' | 'down', problem: string): void {
    health.state = state;
    health.problem = problem;
    if (!up) return;
    up = false;
    options.onSilent();
  }

  async function ping(): Promise<void> {
    if (pinging || !isRightServer || commands.status !== 'ready') return;
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
    if (up || !isRightServer || commands.status !== 'ready') return;
    up = true;
    health.state = 'live';
    health.problem = null;
    options.onUp();
  }

  function pingSubscriber(): void {
    if (pendingPing || subscriber.status !== 'ready') return;
    const asked = { atMs: performance.now(), bytes: received(subscriber), isChecked: false };
    pendingPing = asked;
    const settle = () => {
      if (pendingPing === asked) pendingPing = null;
    };
    subscriber.ping().then(settle, (error) => {
      if (error instanceof Error && error.name === 'ReplyError') settle();
    });
  }

  /**
   * Changes that do not come look like nothing happening. The subscriber is deaf if two commands are answered, one after the
   * other, that were sent long after its own question: a server answers in the order in which it is asked, so no delay of
   * this process or of the server looks like it. A crowd of reports before its answer does not either: bytes came.
   */
  async function checkSubscriber(): Promise<void> {
    const asked = pendingPing;
    if (!asked || asked.isChecked || performance.now() - asked.atMs < DEAF_MS) return;
    asked.isChecked = true;
    try {
      for (let times = 0; times < 2; times++) await commands.ping().catch(unlessRefused);
    } catch {
      asked.isChecked = false; // no answer: nothing is shown
      return;
    }
    await nextTurn(); // what had arrived with that answer is read
    if (pendingPing !== asked) return;
    pendingPing = null;
    if (!up || received(subscriber) > asked.bytes) return;
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
    if (up) void checkSubscriber();
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

  /**
   * Whether a connection still leads where the sentinels say; closes it if not. It may have been on its way while they
   * changed their minds, or one of them was never told.
   */
  async function isOfSentinels(redis: Redis): Promise<boolean> {
    const { stream } = redis;
    const peer = peerOf(redis);
    if (!peer || !(await sentinels.nameOtherThan(peer))) return redis.stream === stream;
    if (redis.stream === stream) drop(redis);
    return false;
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
      commands.on('ready', async () => {
        openedAtMs = now();
        // From Redis 7.2 on our reads need not count as use of a key; older servers say no.
        commands.call('CLIENT', 'NO-TOUCH', 'ON').catch(() => {});
        if (endpoint.sentinel && !(await isOfSentinels(commands))) return;
        isRightServer = true;
        const peer = endpoint.sentinel && peerOf(commands);
        if (peer) address = textOf(peer);
        void ping();
      });
      commands.on('close', () => {
        isRightServer = false;
        silent('down', health.problem ?? 'the connection was closed');
      });
      if (endpoint.sentinel) subscriber.on('ready', () => void isOfSentinels(subscriber));
      subscriber.on('close', () => (pendingPing = null));
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

function peerOf({ stream }: Redis): ServerAddress | null {
  const { remoteAddress, remotePort } = stream as { remoteAddress?: string; remotePort?: number };
  return remoteAddress && remotePort ? { host: remoteAddress, port: remotePort } : null;
}

function textOf({ host, port }: ServerAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Bytes sent and received so far, over one connection. */
export function transferred(redis: Redis): number {
  const { stream } = redis as unknown as { stream?: { bytesWritten?: number } };
  return received(redis) + (stream?.bytesWritten ?? 0);
}

/** "No" is an answer too. */
function unlessRefused(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

function received({ stream }: Redis): number {
  return (stream as { bytesRead?: number } | undefined)?.bytesRead ?? 0;
}
