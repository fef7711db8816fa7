import { Redis } from 'ioredis';
import { startCluster } from '../../support/cluster';
import { type RunningConsole, startConsole, type TargetConfig } from '../../support/console';
import { startRedisServer } from '../../support/redis-server';
import type { Program } from '../program';
import { connectProgram, type ProgramParty } from '../program-party';
import { type ConsoleApi, consoleApi } from './console-api';
import type { Contender } from './contender';
import { type Eavesdropper, eavesdrop } from './eavesdropper';

/** Lease of what is held under a watchdog. */
export const WATCHDOG_MS = 3_000;

type Site = { nodes: string[]; cluster: boolean };

/** Real servers, the console that watches them, and the programs that lock on them. */
export type Stage = {
  /** The console's API as another caller's. */
  newCaller(): ConsoleApi;
  /** Two processes of the contender's library. */
  parties(contender: Contender): Promise<{ first: ProgramParty; second: ProgramParty; version: string }>;
  /** A connection to the standalone server. */
  redis: Redis;
  /** Hears what is asked of the standalone server. */
  ears: Eavesdropper;
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.reverse()) await each();
  };
  try {
    return { ...(await open(closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(closing: (() => Promise<unknown>)[]): Promise<Omit<Stage, 'close'>> {
  const server = await startRedisServer();
  closing.push(() => server.close());
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 0 });
  closing.push(() => cluster.close());

  const redis = new Redis(server.url);
  closing.push(async () => redis.disconnect());
  const ears = await eavesdrop(redis, server.port);
  closing.push(async () => ears.close());

  const clusterUrls = cluster.nodes.map(({ url }) => url);
  const sites: Record<Contender['place'], Site> = {
    standalone: { nodes: [server.url], cluster: false },
    cluster: { nodes: clusterUrls, cluster: true },
  };
  const targets: TargetConfig[] = [
    { name: 'standalone', url: server.url },
    ...clusterUrls.map((url, at) => ({ name: `master-${at + 1}`, url })),
  ];
  // Each program is a caller of its own.
  const env = { LOCKSCOPE_TRUSTED_PROXIES: '127.0.0.1' };
  const watching: RunningConsole = await startConsole({ targets, env });
  closing.push(() => watching.close());

  let callers = 0;
  const programs = new Map<string, Promise<Program>>();
  const connected = new Map<string, Promise<ProgramParty>>();
  closing.push(async () => {
    for (const program of programs.values()) await program.then((each) => each.close()).catch(() => {});
  });

  function programOf({ program: { name, start } }: Contender, which: string): Promise<Program> {
    return remembered(programs, `${name} ${which}`, start);
  }

  async function partyOf(contender: Contender, which: string): Promise<ProgramParty> {
    const program = await programOf(contender, which);
    const { nodes, cluster } = sites[contender.place];
    return remembered(connected, `${contender.program.name} ${which} ${contender.place}`, () =>
      connectProgram(program, { connection: contender.place, nodes, cluster, watchdogMs: WATCHDOG_MS }),
    );
  }

  return {
    newCaller: () => consoleApi(watching.url, `127.1.${++callers >> 8}.${callers & 255}`),
    redis,
    ears,
    async parties(contender) {
      const [first, second] = await Promise.all([partyOf(contender, 'first'), partyOf(contender, 'second')]);
      return { first, second, version: (await programOf(contender, 'first')).version };
    },
  };
}

function remembered<T>(all: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = all.get(name) ?? make();
  all.set(name, known);
  return known;
}
