import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Redis } from 'ioredis';
import { type Endpoint, openConnection, sentinelEndpoints } from '../../redis/connection';

const ASK_MS = 500;

/** Address of a server: an IP address, or the host name that sentinels report. */
export type ServerAddress = { host: string; port: number };

/** Asks the sentinels of an endpoint which server is the primary: a primary that they replaced may still answer us. */
type SentinelWatch = {
  start(): void;
  stop(): void;
  /**
   * Whether most of the sentinels now name another primary than the server at this IP address and port. Never rejects;
   * `false` where there are no sentinels, where too few answer, and where they disagree.
   */
  nameOtherThan(peer: ServerAddress): Promise<boolean>;
};

/** Calls `onOther` when most of the sentinels name another server than before. Does nothing where there are none. */
export function createSentinelWatch(endpoint: Endpoint, onOther: () => void): SentinelWatch {
  const name = endpoint.sentinel?.primary ?? '';
  const sentinels = sentinelEndpoints(endpoint).map((each) =>
    openConnection({ endpoint: each, purpose: 'commands' }),
  );
  let before: string | null = null;
  let asking = false;
  let timer: ReturnType<typeof setInterval> | null = null;

  /** The primary that most sentinels name, as soon as a majority does: one of them may hang. */
  async function primary(): Promise<ServerAddress | null> {
    const named: (ServerAddress | null)[] = [];
    const votesFor = (one: ServerAddress) => named.filter((other) => isSame(other, one)).length;
    return new Promise((resolve) => {
      const asked = sentinels.map(async (sentinel) => {
        const one = await namedBy(sentinel, name);
        named.push(one);
        if (one && votesFor(one) > sentinels.length / 2) resolve(one);
      });
      void Promise.all(asked).then(() => resolve(null));
    });
  }

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    const most = await primary();
    asking = false;
    if (!most) return;
    const text = `${most.host} ${most.port}`;
    const isOther = before !== null && before !== text;
    before = text;
    if (isOther && timer) onOther();
  }

  return {
    start() {
      for (const sentinel of sentinels) {
        sentinel.on('error', () => {}); // it retries; the others are asked meanwhile
        sentinel.connect().catch(() => {}); // reported by 'error'
      }
      if (sentinels.length > 0) timer = setInterval(() => void ask(), ASK_MS);
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
      for (const sentinel of sentinels) sentinel.disconnect();
    },
    async nameOtherThan(peer) {
      const most = await primary();
      return most !== null && !(await isAt(most, peer));
    },
  };
}

function isSame(one: ServerAddress | null, other: ServerAddress): boolean {
  return one?.host === other.host && one.port === other.port;
}

/** Whether the server that sentinels name, by address or host name, is at this IP address. */
async function isAt({ host, port }: ServerAddress, peer: ServerAddress): Promise<boolean> {
  if (port !== peer.port) return false;
  if (isIP(host)) return host === peer.host;
  const found = await lookup(host, { all: true }).catch(() => null); // the system's resolver has a time limit
  return found === null || found.some(({ address }) => address === peer.host);
}

async function namedBy(sentinel: Redis, name: string): Promise<ServerAddress | null> {
  if (sentinel.status === 'connecting' || sentinel.status === 'connect') await settled(sentinel);
  if (sentinel.status !== 'ready') return null;
  try {
    const address = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name);
    return Array.isArray(address) ? { host: String(address[0]), port: Number(address[1]) } : null;
  } catch {
    return null; // no answer, or we may not ask
  }
}

/** Resolves when an attempt to connect succeeded or failed, within the time limits of the connection. */
function settled(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      redis.off('ready', done).off('close', done).off('end', done);
      resolve();
    };
    redis.once('ready', done).once('close', done).once('end', done);
  });
}
