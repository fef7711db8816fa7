import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ReachCode } from '../../contract/node-codes';
import type { NodeState } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { together } from '../../domain/values/together';
import { addressOf, type Endpoint, openConnection, retryMsAfter } from '../../redis/connection';
import { isRefusal } from '../../redis/key-reply';
import { connectionFailure, isFollowUp } from '../../redis/reach/connection-problem';
import { reachCodeOf } from '../../redis/reach/reach-code';
import { toWire } from '../../redis/run-script';
import type { Budget } from '../keys/budget';
import type { WatchedServer } from '../keys/server';
import { drop, hostAndPort, peerOf, unlessRefused } from './peer';
import { createSentinelWatch } from './sentinel-watch';
import { received, transferred } from './traffic';

/** No answer for this long and the node counts as silent: early enough to be on screens within three seconds. */
const SILENT_MS = 2_400;
/** A connection without an answer for this long is given up and opened anew. */
const HOPELESS_MS = 10_000;
const PING_MS = 1_000;
/** How long after an unanswered subscriber PING commands are sent whose answers, if they come first, prove a hang. */
const DEAF_MS = 700;
/** Commands that are sent then, each after the answer to the one before. See `checkSubscriber`. */
const DEAF_PINGS = 3;
const SUBSCRIBER_PING_MS = 500;
const CHECK_MS = 200;
/** A check this late means that the event loop was blocked, and everything that arrived was delayed. */
const STALLED_MS = 1_000;

export type LinkHealth = {
  state: NodeState;
  problem: string | null;
  /** Why it gives no answer, and how often it is tried again; null = it answers, or was not tried yet. */
  failure: { code: ReachCode; tried: string; retryMs: number } | null;
  lastAnswerAtMs: number | null;
  pingMs: number | null;
};

/** Our two connections to one node and whether it answers on them: `redis` for commands, and the one that is pushed to. */
export type NodeLink = WatchedServer & {
  readonly subscriber: Redis;
  start(on: LinkTurns): void;
  stop(): void;
  health(): LinkHealth;
  /** Whether the event loop of this process was blocked for a second or more, less than a second ago. */
  wasStalled(): boolean;
  /** Bytes sent and received so far, over both connections. */
  bytes(): number;
  /** Host and port of the server, as shown on screen: behind sentinels, of the server reached last. */
  address(): string;
  /** Resolves when everything that the server has reported so far is received; never rejects. */
  caughtUp(): Promise<void>;
  /** Closes both connections and reopens them, possibly to another server. */
  reopen(): void;
};

/** What becomes of the connections. */
type LinkTurns = {
  /** The node answers (again): everything may have changed. */
  up(): void;
  /** The node stopped answering. */
  silent(): void;
  /** Both connections are open (again): subscriptions and tracking are gone. */
  eventsReady(): void;
  eventsLost(): void;
};

type LinkOptions = {
  endpoint: Endpoint;
  budget: Budget;
  now: () => number;
  /** A key to ask for instead of PING, which a node of a cluster that is down answers although it serves no keys. */
  probe?(): ByteString | undefined;
};

/** Opens nothing before `start`; reconnects for ever and never throws. */
export function createNodeLink(options: LinkOptions): NodeLink {
  const { endpoint, budget, now } = options;
  const commands = openConnection({ endpoint, purpose: 'commands' });
  const subscriber = openConnection({ endpoint, purpose: 'subscriber' });
  const sentinels = createSentinelWatch(endpoint, reopen);
  let address = addressOf(endpoint);
  const health: LinkHealth = {
    ...{ state: 'connecting', problem: null, failure: null, lastAnswerAtMs: null, pingMs: null },
  };
  const timers: ReturnType<typeof setInterval>[] = [];
  let up = false;
  let session = 0;
  let on: LinkTurns | null = null;
  /** The connection leads to the server that the sentinels name, where there are any. */
  let isRightServer = false;
  let pinging = false;
  let checkedAtMs = 0;
  let openedAtMs = 0;
  let pendingPing: { atMs: number; bytes: number; isChecked: boolean } | null = null;
  let stalledAtMs = Number.NEGATIVE_INFINITY;

  function failed(problem: string, code: ReachCode): void {
    health.problem = problem;
    health.failure = { code, tried: address, retryMs: retryMsAfter(code) };
  }

  function silent(state: 'stale' | 'down', problem: string, code = reachCodeOf(problem)): void {
    health.state = state;
    failed(problem, code);
    if (!up) return;
    up = false;
    session += 1;
    on?.silent();
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
      // A refusal is an answer too, unless it says that the server serves nothing.
      if (isRefusal(error)) measured();
      else if (error instanceof Error && error.name === 'ReplyError') silent('stale', error.message);
    } finally {
      pinging = false;
    }

    function measured(): void {
      health.pingMs = Math.round((performance.now() - startedAt) * 100) / 100;
      budget.measured(health.pingMs);
      answered();
    }
  }

  function answered(): void {
    health.lastAnswerAtMs = now();
    if (up || !isRightServer || commands.status !== 'ready') return;
    up = true;
    health.state = 'live';
    health.problem = null;
    health.failure = null;
    session += 1;
    on?.up();
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
   * A hung subscriber connection looks like an idle one. It hangs if three commands, sent one after the other long after its
   * PING, are answered first. One turn of the server may have begun before the PING arrived and answer the first command;
   * the turn that answers the second command answers the PING too, but may write that answer last; the third answer comes
   * from a later turn. A delay of this process or of the server does not look like that. Nor does a backlog of reports
   * before the PONG: the subscriber received bytes then.
   */
  async function checkSubscriber(): Promise<void> {
    const asked = pendingPing;
    if (!asked || asked.isChecked || performance.now() - asked.atMs < DEAF_MS) return;
    asked.isChecked = true;
    try {
      for (let times = 0; times < DEAF_PINGS; times++) await commands.ping().catch(unlessRefused);
    } catch {
      asked.isChecked = false; // no answer proves nothing
      return;
    }
    await nextTurn(); // lets data that arrived with that answer be read
    if (pendingPing !== asked) return;
    pendingPing = null;
    if (!up || received(subscriber) > asked.bytes) return;
    on?.eventsLost(); // a hung connection is slow to emit 'close'
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
    // Time in which this process could not have read an answer gives no connection up: its reports would count as lost.
    const isAttentive = at - stalledAtMs > SILENT_MS;
    if (commands.status === 'ready' && quietMs > HOPELESS_MS && isAttentive) {
      reopen();
    } else if (up && quietMs > SILENT_MS) {
      silent('stale', `no answer for ${Math.round(quietMs / 100) / 10} s`);
      // A server that wakes may act as primary for a while although the sentinels name another.
      if (endpoint.sentinel) reopen();
    }
  }

  /** A connection that is being opened may lead to the previous server, so it is dropped once it is open. */
  function reopen(): void {
    openedAtMs = now();
    for (const redis of [commands, subscriber]) {
      if (redis.status === 'connecting') redis.once('connect', () => drop(redis));
      else drop(redis);
    }
  }

  /**
   * Whether a connection leads to the primary that the sentinels name; closes it if not. They may have changed the primary
   * while the connection was opened, or one of them never learned of the change.
   */
  async function isOfSentinels(redis: Redis): Promise<boolean> {
    const { stream } = redis;
    const peer = peerOf(redis);
    if (!peer || !(await sentinels.nameOtherThan(peer))) return redis.stream === stream;
    if (redis.stream === stream) drop(redis);
    return false;
  }

  const caughtUp = together<null, void>(async () => {
    if (subscriber.status === 'ready') await subscriber.ping().catch(() => {});
    return [];
  });

  function watch(redis: Redis): void {
    redis.on('error', (error: Error) => {
      if (health.state === 'live' || (health.failure && isFollowUp(error))) return;
      const { message, code } = connectionFailure(error, endpoint);
      failed(message, code);
    });
    redis.on('ready', () => {
      if (commands.status === 'ready' && subscriber.status === 'ready') on?.eventsReady();
    });
    redis.on('close', () => on?.eventsLost());
  }

  return {
    redis: commands,
    subscriber,
    budget,
    now,
    start(turns) {
      on = turns;
      watch(commands);
      watch(subscriber);
      commands.on('ready', async () => {
        openedAtMs = now();
        // Since Redis 7.2 our reads need not count as use of a key; older servers refuse.
        commands.call('CLIENT', 'NO-TOUCH', 'ON').catch(() => {});
        if (endpoint.sentinel && !(await isOfSentinels(commands))) return;
        isRightServer = true;
        const peer = endpoint.sentinel && peerOf(commands);
        if (peer) address = hostAndPort(peer);
        void ping();
      });
      commands.on('close', () => {
        isRightServer = false;
        silent('down', health.problem ?? 'the connection was closed', health.failure?.code);
      });
      if (endpoint.sentinel) subscriber.on('ready', () => void isOfSentinels(subscriber));
      subscriber.on('close', () => (pendingPing = null));
      sentinels.start();
      for (const redis of [commands, subscriber]) redis.connect().catch(() => {}); // 'error' reports it, and it retries
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
        redis.on('error', () => {}); // a late error of an abandoned connection
        redis.disconnect();
      }
    },
    health: () => ({ ...health }),
    answered,
    session: () => (up ? session : null),
    wasStalled: () => performance.now() - stalledAtMs < STALLED_MS,
    bytes: () => [commands, subscriber].reduce((sum, redis) => sum + transferred(redis), 0),
    address: () => address,
    // Messages arrive in order, so all reports precede the PONG. A lost connection emits its own 'close'.
    caughtUp: () => caughtUp(null),
    reopen,
  };
}
