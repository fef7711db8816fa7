import type { ByteString } from '../../domain/keys/bytes';
import { mutexChannelOf } from '../../domain/keys/mutex-token';
import { driftMs, quorumOf } from '../../domain/locks/redlock';
import { invalid, isSupported, keyBytes, type LockRedis, positiveMs } from '../core/arguments';
import { type Checks, checkOptions, commonChecks, oneOf, text } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import { type Lease, leaseOf } from '../core/lease/lease';
import { type LockLink, openLink } from '../core/link';
import type { CommonOptions } from '../core/options';
import { majorityOf } from '../core/wait/listening';
import { createLocalWaitQueues } from '../core/wait/local-wait-queues';
import { createRedlockNode, type RedlockNode } from './redlock-node';
import { redlockProtocol } from './redlock-protocol';

/** What `forceRelease` compares on every node. */
export type RedlockSeen = { token: string };

export type Redlock = LockClient<Lease, RedlockSeen>;

export type RedlockOptions = CommonOptions & {
  /** Masters that do not replicate each other, each standalone, a Sentinel group or a cluster. Quorum is of these. */
  nodes: readonly LockRedis[];
  /**
   * How long one node may take, ms; far below the lease, or what a slow node costs is missing from it. Default: a
   * hundredth of the lease, at least 20 and at most 100.
   */
  nodeTimeoutMs?: number;
  /**
   * `quorum` (default): an acquisition ends when a quorum has agreed; the rest go on by themselves. `all`: it waits for
   * every node, at most `nodeTimeoutMs`, so that a later loss of nodes costs less.
   */
  settle?: 'quorum' | 'all';
  /** Longest pause after a vote that nobody won, ms; the pause is random. Default 50. */
  retryDelayMs?: number;
  /**
   * Whether a node that restarted less than the longest lease ago counts as a no: it may have forgotten a lock that it
   * gave (the paper's "delayed restart"). A number = the longest lease of any client of these nodes, ms; true = that of
   * this client. Without it, nodes must persist every write or stay down that long. Default false.
   */
  rejectRestarted?: boolean | number;
};

const redlockChecks: Checks<RedlockOptions> = {
  ...commonChecks,
  nodes: (name: string, nodes: unknown) => {
    if (!Array.isArray(nodes) || nodes.length === 0)
      throw invalid(name, 'must be an array of at least one Redis client');
    for (const [n, node] of nodes.entries()) isSupported(`${name}[${n}]`, node);
    if (new Set(nodes).size !== nodes.length)
      throw invalid(name, 'must not name a client twice: it would vote twice');
  },
  nodeTimeoutMs: positiveMs,
  settle: oneOf('quorum', 'all'),
  retryDelayMs: positiveMs,
  rejectRestarted: (name: string, value: number | boolean) => {
    if (typeof value !== 'boolean') positiveMs(name, value);
  },
};

/**
 * Redlock over N independent masters: a mutex that is held when `floor(N/2) + 1` of the configured nodes have it, for what
 * is left of its lease after the time that took and a clock allowance of 1 % + 2 ms. Taken, extended and released on all
 * nodes at once; whatever was taken without a quorum is given back everywhere, also where the answer is still out.
 * `lease.expiresAtMs` and `signal` go by that validity. On each node it is a mutex of ours, of the same name.
 * Throws `quorum-not-reached` when too many nodes cannot be asked.
 */
export function createRedlock(options: RedlockOptions): Redlock {
  checkOptions(options, redlockChecks);
  const { leaseMs = 30_000, rejectRestarted = false } = options;
  if (!options.nodes) throw invalid('nodes', 'must be an array of at least one Redis client');
  const nodeTimeoutMs = positiveMs(
    'nodeTimeoutMs',
    options.nodeTimeoutMs ?? Math.min(Math.max(leaseMs / 100, 20), 100),
  );
  const retryDelayMs = positiveMs('retryDelayMs', options.retryDelayMs ?? 50);
  const opened = options.nodes.map((redis) => openLink(redis));
  const links: LockLink[] = opened.map(({ link }) => link);
  const longestLeaseMs =
    typeof rejectRestarted === 'number' ? positiveMs('rejectRestarted', rejectRestarted) : 0;
  const nodes: RedlockNode[] = links.map((link) =>
    createRedlockNode(link, rejectRestarted === false ? null : (ms) => Math.max(ms, longestLeaseMs, leaseMs)),
  );
  const settle = options.settle ?? 'quorum';
  const lines = createLocalWaitQueues();
  const problem = () => links.map((link) => link.problem()).find((error) => error !== undefined);
  const protocol = redlockProtocol(nodes, { settle, retryDelayMs, nodeTimeoutMs, problem });

  return createLockClient<Lease, RedlockSeen>(options, {
    protocol: {
      ...protocol,
      line: 'shared',
      disconnects: () => links.reduce((sum, link) => sum + link.disconnects(), 0),
      problem,
      ended: () => links.filter((link) => link.ended()).length > links.length - quorumOf(links.length),
      validityMs: (ms) => ms - driftMs(ms),
      listen: (key: ByteString) =>
        majorityOf(
          links.map((link) => link.subscribe(mutexChannelOf(key))),
          quorumOf(links.length),
        ),
    },
    nameOf: keyBytes,
    lines,
    newToken: (identity) => identity.mutexToken(),
    leaseOf,
    seen: { token: text },
    forceRelease: (key, { token }) => protocol.forceRelease(key, token),
    startHeartbeat(identity) {
      const stops = links.map((link) => link.startHeartbeat(identity.record, lines));
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  });
}
