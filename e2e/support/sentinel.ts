import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { type RedisServer, startRedisServer, startServer, until } from './redis-server';

export type SentinelGroup = {
  /** What ioredis needs to find the primary; on top of it go the options of a caller. */
  options: Required<Pick<RedisOptions, 'sentinels' | 'name'>>;
  /** All three data servers, whatever their role. */
  servers: RedisServer[];
  /** The primary as the sentinels told last. */
  primary(): RedisServer;
  /** The data servers beside it. */
  replicas(): RedisServer[];
  /** Asks for a failover (the old primary lives on) and resolves when a new one is known to all sentinels. */
  failover(): Promise<RedisServer>;
  /** kill -9 of the primary; resolves at once. Meanwhile `promoted` tells when another is primary. */
  killPrimary(): Promise<void>;
  /** Resolves with the new primary when all sentinels name another than before. */
  promoted(): Promise<RedisServer>;
  /** Resolves when every data server that runs follows the primary. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const NAME = 'locks';
/**
 * When each sentinel finds the primary down. The third never agrees and the others need it to, but for the first: so that
 * one alone stands for election, and a split vote never costs a test many seconds. It is elected by the votes of others.
 */
const VIEWS = [
  { quorum: 2, downAfterMs: 1_000 },
  { quorum: 3, downAfterMs: 1_000 },
  { quorum: 3, downAfterMs: 600_000 },
];
/** An election that finds no replica fit is held again after twice the failover time-out, 12 s. */
const FAILOVER_LIMIT_MS = 90_000;

/**
 * One primary, two replicas and three sentinels as real processes. Their periods are a tenth of the usual, so a
 * failover takes a second or two. `args` go to the data servers.
 */
export async function startSentinelGroup(args: string[] = []): Promise<SentinelGroup> {
  const shared = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1', ...args];
  const first = await startRedisServer(shared);
  const follow = ['--replicaof', '127.0.0.1', String(first.port)];
  const [replicas, sentinels] = await Promise.all([
    Promise.all([0, 1].map(() => startRedisServer([...shared, ...follow]))),
    Promise.all(VIEWS.map((view) => startSentinel(first.port, view))),
  ]);
  const servers = [first, ...replicas];
  const asking = sentinels.map(({ port }) => adminOf(port));
  let primary = first;

  const known = async (sentinel: Redis) => fieldsOf(await sentinel.call('SENTINEL', 'MASTER', NAME));
  const named = async (sentinel: Redis) =>
    Number(((await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[])[1]);

  /** Also where nobody asked for it; `again` asks once more where a failover that was asked for came to nothing. */
  async function promoted(again?: () => Promise<unknown>): Promise<RedisServer> {
    let ports: number[] = [];
    const next = await until(
      'the sentinels agree on a new primary',
      async () => {
        ports = await Promise.all(asking.map(named));
        if (again && asking[0] && ports[0] === primary.port) {
          const { flags } = await known(asking[0]);
          if (!flags?.includes('failover_in_progress')) await again();
        }
        const port = ports.every((each) => each === ports[0]) ? ports[0] : undefined;
        return servers.find((server) => server !== primary && server.port === port);
      },
      FAILOVER_LIMIT_MS,
    ).catch((cause) => {
      throw new Error(`${cause.message}; it was ${primary.port}, they name ${ports.join(', ')}`, { cause });
    });
    primary = next;
    return next;
  }

  async function settled(): Promise<void> {
    let said: string[] = [];
    await until(
      'the replicas follow the primary',
      async () => {
        const running = servers.filter((server) => server.pid !== 0 && server !== primary);
        said = await Promise.all([primary, ...running].map(replicationOf));
        const [leader, ...followers] = said;
        // Until a replica is online there, it is sent nothing although its own link is up.
        const online = leader?.match(/state=online/g)?.length ?? 0;
        return (
          online === running.length &&
          followers.every((info) => info.includes(`master_port:${primary.port}\r`))
        );
      },
      FAILOVER_LIMIT_MS,
    ).catch((cause) => {
      throw new Error(`${cause.message}; they say:\n${said.join('\n')}`, { cause });
    });
  }

  async function close(): Promise<void> {
    for (const sentinel of asking) sentinel.disconnect();
    await Promise.all([...sentinels, ...servers].map((server) => server.close()));
  }

  try {
    await until('the sentinels know each other and both replicas', async () => {
      const all = await Promise.all(asking.map((sentinel) => known(sentinel)));
      return all.every((one) => one['num-slaves'] === '2' && one['num-other-sentinels'] === '2');
    });
    await settled();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    options: { sentinels: sentinels.map(({ port }) => ({ host: '127.0.0.1', port })), name: NAME },
    servers,
    primary: () => primary,
    replicas: () => servers.filter((server) => server !== primary),
    async failover() {
      // A sentinel refuses while it has not yet seen a replica fit for promotion, and gives up where that is not one in time.
      const ask = async () => asking[0]?.call('SENTINEL', 'FAILOVER', NAME).catch(() => false);
      await until('a sentinel starts the failover', ask);
      return promoted(ask);
    },
    killPrimary: () => primary.stop('SIGKILL'),
    promoted: () => promoted(),
    settled,
    close,
  };
}

/** A sentinel that takes the server at this port for the primary until it is told otherwise. The caller closes it. */
export async function startSentinel(
  primaryPort: number,
  { quorum, downAfterMs }: (typeof VIEWS)[number] = { quorum: 3, downAfterMs: 600_000 },
): Promise<RedisServer> {
  const server = await startServer(async ({ port, dir }) => {
    const config = join(dir, 'sentinel.conf');
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${dir}`,
      `sentinel monitor ${NAME} 127.0.0.1 ${primaryPort} ${quorum}`,
      `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
      `sentinel failover-timeout ${NAME} 6000`,
      `sentinel parallel-syncs ${NAME} 2`,
    ];
    await writeFile(config, `${lines.join('\n')}\n`);
    return [config, '--sentinel'];
  });
  const admin = adminOf(server.port);
  const periods = ['PUBLISH-PERIOD', '200', 'INFO-PERIOD', '300', 'ASK-PERIOD', '300', 'PING-PERIOD', '500'];
  await admin.call('SENTINEL', 'DEBUG', ...periods).catch(() => {}); // before Redis 7 it is just slower
  admin.disconnect();
  return server;
}

function adminOf(port: number): Redis {
  const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 });
  redis.on('error', () => {}); // a test may stop it
  return redis;
}

async function replicationOf(server: RedisServer): Promise<string> {
  const redis = new Redis(server.port, '127.0.0.1', { retryStrategy: () => null });
  redis.on('error', () => {}); // told by the command
  try {
    return await redis.info('replication');
  } catch {
    return ''; // it is just being cut off or stopped
  } finally {
    redis.disconnect();
  }
}

function fieldsOf(reply: unknown): Record<string, string> {
  const list = Array.isArray(reply) ? reply.map(String) : [];
  const pairs = list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs);
}
