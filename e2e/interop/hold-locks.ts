/**
 * Our client in a process of its own: takes locks, holds them under the watchdog and says `held`, until it is killed.
 * Its argument is JSON: `{ nodes, cluster, pubsub, leaseMs, locks: [{ kind, key }] }`.
 */
import { Cluster, Redis } from 'ioredis';
import type { PubsubMode } from '../../lib/locks/core/link';
import { ourParty } from './our-party';
import { type SharedKind, taken } from './party';

export type Holding = {
  nodes: string[];
  cluster: boolean;
  pubsub: PubsubMode;
  leaseMs: number;
  locks: { kind: SharedKind; key: string }[];
};

const { nodes, cluster, pubsub, leaseMs, locks } = JSON.parse(process.argv[2] ?? '') as Holding;
const redis = cluster ? new Cluster(nodes) : new Redis(nodes[0] ?? '');
const party = ourParty({ redis, pubsub, leaseMs });
for (const { kind, key } of locks) await taken(party, kind, key);
process.stdout.write('held\n');
