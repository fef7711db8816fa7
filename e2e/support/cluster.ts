import { Redis } from 'ioredis';
import { agreedMasterId, viewOf } from './cluster-view';
import { type RedisServer, startRedisServer, until } from './redis-server';

export type ClusterNode = RedisServer & {
  id: string;
  /** Asks this node alone, follows no redirection. */
  admin: Redis;
};

/** What a slot migration has just done when it calls back; `moved` comes once for each key. */
export type MigrationStep = 'importing' | 'migrating' | 'moved' | 'assigned';

export type RealCluster = {
  nodes: ClusterNode[];
  /** For `new Cluster(startupNodes)`. */
  startupNodes: { host: string; port: number }[];
  slotOf(key: string): Promise<number>;
  /** The running node that serves the slot; waits while none does. */
  masterOf(slot: number): Promise<ClusterNode>;
  /** A master that does not serve the slot. */
  otherMaster(slot: number): Promise<ClusterNode>;
  /**
   * Moves a slot with all its keys as an operator does: IMPORTING, MIGRATING, key by key, NODE. `between` is awaited
   * after each step, in the state that step leaves. One at a time: two moves at once may end in a dispute over
   * the slots, in which keys are dropped.
   */
  migrateSlot(slot: number, to: ClusterNode, between?: (step: MigrationStep) => Promise<void>): Promise<void>;
  /** CLUSTER FAILOVER by a replica of the slot's master, which lives on; resolves when all nodes agree. */
  failover(slot: number): Promise<ClusterNode>;
  /** kill -9 of the slot's master; resolves at once. `masterOf` waits for its successor. */
  killMasterOf(slot: number): Promise<ClusterNode>;
  /**
   * kill -9 of the slot's master when its replica has missed all that happened during `unreplicated`, as asynchronous
   * replication may at any time. Resolves at once.
   */
  killMasterAhead(slot: number, unreplicated: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

const SLOTS = 16_384;
const LIMIT_MS = 20_000;
/** Redis gives a failover that was asked for up after 5 s (`CLUSTER_MF_TIMEOUT`), as it may on a busy machine. */
const MANUAL_FAILOVER_MS = 6_000;
const SETTINGS = [
  ...['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf', '--cluster-node-timeout', '1500'],
  ...['--cluster-replica-validity-factor', '0', '--cluster-allow-replica-migration', 'no'],
  ...['--repl-diskless-sync-delay', '0'],
];

/** A real cluster, one process a node, built by CLUSTER MEET, ADDSLOTSRANGE and REPLICATE. Ready when this resolves. */
export async function startCluster(
  options: { masters?: number; replicasPerMaster?: number; args?: string[] } = {},
): Promise<RealCluster> {
  const { masters = 3, replicasPerMaster = 1, args = [] } = options;
  const count = masters * (1 + replicasPerMaster);
  const started = Array.from({ length: count }, () => startClusterNode([...SETTINGS, ...args]));
  const nodes = await Promise.all(started);
  const running = () => nodes.filter((node) => node.pid !== 0);

  async function close(): Promise<void> {
    for (const node of nodes) node.admin.disconnect();
    await Promise.all(nodes.map((node) => node.close()));
  }

  try {
    await build(nodes, masters);
  } catch (error) {
    await close();
    throw error;
  }

  async function agreedMaster(slot: number): Promise<ClusterNode | undefined> {
    const asked = running();
    const views = await Promise.all(asked.map(({ admin }) => viewOf(admin)));
    const id = agreedMasterId(
      views,
      asked.map((node) => node.id),
      slot,
    );
    return asked.find((node) => node.id === id);
  }

  async function runningMasters(): Promise<ClusterNode[]> {
    const all = await Promise.all(
      running().map(async (node) => ((await roleOf(node)) === 'master' ? [node] : [])),
    );
    return all.flat();
  }

  async function replicaOf(master: ClusterNode): Promise<ClusterNode> {
    const all = await Promise.all(running().map(async (node) => (await isReplicaOf(node, master)) && node));
    const replica = all.find((node) => node !== false);
    if (!replica) throw new Error(`nobody replicates the node on port ${master.port}`);
    return replica;
  }

  const masterOf = (slot: number) =>
    until(`the nodes agree on who serves slot ${slot}`, () => agreedMaster(slot), LIMIT_MS);

  return {
    nodes,
    startupNodes: nodes.map(({ port }) => ({ host: '127.0.0.1', port })),
    slotOf: async (key) => Number(await nodes[0]?.admin.cluster('KEYSLOT', key)),
    masterOf,
    async otherMaster(slot) {
      const master = await masterOf(slot);
      const other = (await runningMasters()).find((node) => node !== master);
      if (!other) throw new Error('the cluster has one master');
      return other;
    },
    async migrateSlot(slot, to, between = async () => {}) {
      const from = await masterOf(slot);
      await to.admin.cluster('SETSLOT', slot, 'IMPORTING', from.id);
      await between('importing');
      await from.admin.cluster('SETSLOT', slot, 'MIGRATING', to.id);
      await between('migrating');
      for (;;) {
        const [key] = (await from.admin.callBuffer('CLUSTER', 'GETKEYSINSLOT', slot, 1)) as Buffer[];
        if (!key) break;
        await from.admin.call('MIGRATE', '127.0.0.1', to.port, key, 0, 5_000);
        await between('moved');
      }
      // To the others too, as redis-cli does: gossip tells them late.
      for (const node of new Set([to, from, ...(await runningMasters())])) {
        await node.admin.cluster('SETSLOT', slot, 'NODE', to.id);
      }
      await masterOf(slot);
      await between('assigned');
    },
    async failover(slot) {
      const replica = await replicaOf(await masterOf(slot));
      await replica.admin.cluster('FAILOVER');
      let askedAtMs = Date.now();
      return until(
        'the replica took over',
        async () => {
          if ((await agreedMaster(slot)) === replica) return replica;
          if (Date.now() - askedAtMs < MANUAL_FAILOVER_MS) return false;
          // The nodes gave it up; that it is a master by now, and not all have learnt it, is no failure.
          await replica.admin.cluster('FAILOVER').catch(() => {});
          askedAtMs = Date.now();
          return false;
        },
        LIMIT_MS,
      );
    },
    async killMasterOf(slot) {
      const master = await masterOf(slot);
      await master.stop('SIGKILL');
      return master;
    },
    async killMasterAhead(slot, unreplicated) {
      const master = await masterOf(slot);
      const replica = await replicaOf(master);
      replica.freeze(); // so that it does not connect again
      try {
        await master.admin.call('CLIENT', 'KILL', 'TYPE', 'replica');
        await unreplicated();
        await master.stop('SIGKILL');
      } finally {
        replica.thaw();
      }
    },
    close,
  };
}

async function startClusterNode(args: string[]): Promise<ClusterNode> {
  const server = await startRedisServer(args);
  const admin = new Redis(server.port, '127.0.0.1', { retryStrategy: () => 50 });
  admin.on('error', () => {}); // a test may stop it
  const id = String(await admin.cluster('MYID'));
  return Object.defineProperties({ id, admin } as ClusterNode, Object.getOwnPropertyDescriptors(server));
}

async function build(nodes: ClusterNode[], masters: number): Promise<void> {
  await Promise.all(nodes.map(({ admin }, at) => admin.cluster('SET-CONFIG-EPOCH', at + 1)));
  for (const [at, { admin }] of nodes.entries()) {
    for (const other of nodes.slice(at + 1)) await admin.cluster('MEET', '127.0.0.1', other.port);
  }
  for (const [at, { admin }] of nodes.slice(0, masters).entries()) {
    const [from, end] = [at, at + 1].map((part) => Math.floor((part * SLOTS) / masters));
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String(Number(end) - 1));
  }
  const views = () => Promise.all(nodes.map(({ admin }) => viewOf(admin)));
  await until('all nodes know each other', async () =>
    (await views()).every((view) => nodes.every(({ id }) => view.nodes.get(id)?.isLinked)),
  );
  for (const [at, { admin }] of nodes.slice(masters).entries()) {
    await admin.cluster('REPLICATE', String(nodes[at % masters]?.id));
  }
  const replicas = nodes.slice(masters);
  await until('the cluster is in order', async () => {
    const links = await Promise.all(nodes.map(({ admin }) => admin.info('replication')));
    const known = (await views()).every(
      (view) => view.isOk && replicas.every(({ id }) => view.nodes.get(id)?.isMaster === false),
    );
    return known && links.join().split('state=online').length - 1 === replicas.length;
  });
}

async function roleOf(node: ClusterNode): Promise<string> {
  return /role:(\w+)/.exec(await node.admin.info('replication'))?.[1] ?? '';
}

async function isReplicaOf(node: ClusterNode, master: ClusterNode): Promise<boolean> {
  return (await node.admin.info('replication')).includes(`master_port:${master.port}\r`);
}
