import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Redis } from 'ioredis';
import { until } from './redis-server';
import { createKeyHistory, type Held, type KeyHistory, type Span } from './truth-history';

/**
 * Takes, renews, hands over and releases locks through a connection of its own, and knows of each key who may hold it at
 * any moment: nobody else writes them.
 */
export type TruthWorkload = {
  readonly histories: ReadonlyMap<string, KeyHistory>;
  /** Locks that are held from the start on and never touched again. */
  readonly kept: readonly string[];
  /** How many changes were answered so far. */
  changes(): number;
  /** Commands that failed; their effect was read afterwards. */
  failures(): number;
  /** Resolves when `more` further changes were answered. */
  changed(more: number): Promise<void>;
  /**
   * While `work` runs an answer proves nothing, as in a failover, which may take back what was answered. Afterwards every
   * key is read anew from the server that `connect` reaches by then. With `mayLose` kept locks may be lost too.
   */
  inDoubt(work: () => Promise<unknown>, options?: { mayLose?: boolean }): Promise<void>;
  /** Runs `work` while nothing changes but that leases end. */
  still(work: () => Promise<unknown>): Promise<void>;
  /** FLUSHALL by this workload. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export type WorkloadOptions = {
  /** Makes a connection that fails fast: its commands are not sent twice. Asked again after a time of doubt. */
  connect: () => Redis | Cluster;
  /** Names of the locks that change all the time, and of those that do not. */
  changing: readonly string[];
  kept?: readonly string[];
};

const KEPT_LEASE_MS = 600_000;
/** Longest pause between two changes of a lock, for every second lock so long that a change that was missed would show. */
const PAUSE_MS = 400;
const LONG_PAUSE_MS = 8_000;
const LEASES_MS = [250, 700, 1_500, 6_000, 60_000];

export async function startWorkload(options: WorkloadOptions): Promise<TruthWorkload> {
  const { connect, changing, kept = [] } = options;
  const all = [...changing, ...kept];
  const histories = new Map(all.map((key) => [key, createKeyHistory(Date.now())]));
  const ending = new AbortController();
  setMaxListeners(0, ending.signal); // one for each pause
  let rejectAll: (error: Error) => void = () => {};
  let givenUp: Promise<never>;
  let redis = connected();
  let open = Promise.resolve();
  let resume = () => {};
  let underWay = 0;
  let changes = 0;
  let failures = 0;
  let doubt = false;

  /** What `command` says, or an error as soon as its connection is given up. */
  function answer<T>(command: () => Promise<T>): Promise<T> {
    const reply = command();
    reply.catch(() => {}); // nobody may be waiting by then
    return Promise.race([reply, givenUp]);
  }

  /** Ends what hangs on the connection; ioredis may forget commands of one that it was reconnecting. */
  function giveUp(): void {
    redis.disconnect();
    rejectAll(new Error('the connection was given up'));
  }

  function connected(): Redis | Cluster {
    const made = connect();
    givenUp = new Promise((_, reject) => {
      rejectAll = reject;
    });
    givenUp.catch(() => {}); // nothing may be under way then
    made.on('error', () => {}); // servers go away here
    return made;
  }

  const historyOf = (key: string) => histories.get(key) as KeyHistory;

  /** One change, noted as on its way, then as what it did; a failed one is followed by a look. */
  async function change(key: string, next: Held, leaseMs: number, command: () => Promise<unknown>) {
    const history = historyOf(key);
    const sentMs = Date.now();
    history.sent(sentMs, [next, ...(next === null ? [] : [null])]);
    try {
      await answer(command);
      if (doubt) return;
      history.answered({ sentMs, answeredMs: Date.now() }, next, next === null ? null : leaseMs);
      changes += 1;
    } catch {
      failures += 1;
      await look(key);
    }
  }

  /** Reads what a key says, again and again until it is told. */
  async function look(key: string): Promise<void> {
    while (!ending.signal.aborted && !doubt) {
      const sentMs = Date.now();
      try {
        const [held, leftMs] = [await answer(() => redis.get(key)), await answer(() => redis.pttl(key))];
        const span: Span = { sentMs, answeredMs: Date.now() };
        if (doubt) return;
        // It lapsed between the two.
        if (held !== null && leftMs === -2) historyOf(key).answered(span, null, null);
        else historyOf(key).answered(span, held, leftMs < 0 ? null : leftMs);
        return;
      } catch {
        await pause(25);
      }
    }
  }

  async function step(key: string): Promise<void> {
    const token = randomUUID();
    const leaseMs = LEASES_MS[Math.floor(Math.random() * LEASES_MS.length)] ?? 1_000;
    const [is] = historyOf(key).at(Date.now());
    const take = () => redis.set(key, token, 'PX', leaseMs);
    const way = Math.random();
    if (is === null || is === undefined || way < 0.25) return change(key, token, leaseMs, take);
    if (way < 0.6 || historyOf(key).at(Date.now()).size > 1)
      return change(key, null, 0, () => redis.del(key));
    if (way < 0.85) return change(key, is, leaseMs, () => redis.set(key, is, 'PX', leaseMs));
  }

  async function keepChanging(key: string, i: number): Promise<void> {
    const pauseMs = i % 2 === 0 ? PAUSE_MS : LONG_PAUSE_MS;
    while (!ending.signal.aborted) {
      for (let gate = open; await gate.then(() => gate !== open); ) gate = open;
      if (ending.signal.aborted) return;
      underWay += 1;
      await step(key).finally(() => {
        underWay -= 1;
      });
      await pause(Math.random() * pauseMs, undefined, { signal: ending.signal }).catch(() => {}); // it ends
    }
  }

  /** Runs `work` while no change is under way. */
  async function still(work: () => Promise<unknown>): Promise<void> {
    open = new Promise((resolve) => {
      resume = resolve;
    });
    try {
      await until('nothing is under way', () => underWay === 0);
      await work();
    } finally {
      resume();
    }
  }

  await until('a connection', () => redis.ping().catch(() => null));
  for (const key of kept) {
    const token = randomUUID();
    await change(key, token, KEPT_LEASE_MS, () => redis.set(key, token, 'PX', KEPT_LEASE_MS));
  }
  const loops = changing.map(keepChanging);

  return {
    histories,
    kept,
    changes: () => changes,
    failures: () => failures,
    async changed(more) {
      const goal = changes + more;
      await until(`${more} more changes`, () => changes >= goal);
    },
    async inDoubt(work, { mayLose = false } = {}) {
      await still(async () => {
        doubt = true;
        if (mayLose) for (const key of all) historyOf(key).sent(Date.now(), [null]);
      });
      await work();
      giveUp();
      redis = connected();
      await still(async () => {
        doubt = false;
        await Promise.all(all.map(look));
      });
    },
    still,
    flush: () =>
      still(async () => {
        const sentMs = Date.now();
        for (const key of all) historyOf(key).sent(sentMs, [null]);
        await (redis as Redis).flushall();
        for (const key of all) historyOf(key).answered({ sentMs, answeredMs: Date.now() }, null, null);
      }),
    async stop() {
      ending.abort();
      giveUp();
      resume();
      await Promise.all(loops);
    },
  };
}
