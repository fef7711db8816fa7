import type { ProcessSight } from '../../domain/holders/lock-holder';
import type { ByteString } from '../../domain/keys/bytes';
import { slotOf } from '../../domain/keys/key-slot';
import { processKeyOf } from '../../domain/keys/process-record';
import type { Target } from '../../domain/nodes/target';
import { type ClusterMap, NOBODY } from './cluster-map';
import type { Shard } from './shard';

/** Which server of a target has which key, as far as its nodes have learned it. */
export type KeyPlaces = {
  /** The servers that are watched, by address; one alone may change its address. */
  readonly shards: Map<string, Shard>;
  /** Which addresses serve which slots; the nodes of a cluster replace it. */
  map: ClusterMap;
  /** The watched server that has this key; absent = none has it now. */
  shardOf(key: ByteString): Shard | undefined;
  nameOf(key: ByteString): string;
  /** Time within which a lock is read again even without an event, ms. */
  promisedMs(key: ByteString): number;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Heartbeat records of processes, each on the server that stores it. */
  records: {
    of(id: string): ProcessSight | null;
    waiting(): ProcessSight[];
    expect(ids: readonly string[]): void;
    look(ids: readonly string[], maxAgeMs: number): Promise<void>;
  };
};

/** Knows no server yet. */
export function createPlaces({ topology }: Pick<Target, 'topology'>): KeyPlaces {
  const shards = new Map<string, Shard>();
  const isCluster = topology.kind === 'cluster';

  function shardOf(key: ByteString): Shard | undefined {
    if (!isCluster) return shards.values().next().value;
    const owner = ownerIn(places.map, slotOf(key));
    return owner === null ? undefined : shards.get(owner);
  }

  const places: KeyPlaces = {
    shards,
    map: NOBODY,
    shardOf,
    nameOf: (key) => (isCluster ? ownerIn(places.map, slotOf(key)) : shardOf(key)?.address()) ?? 'no node',
    promisedMs: (key) => shardOf(key)?.promisedMs(key) ?? Number.POSITIVE_INFINITY,
    due() {
      const next = [...shards.values()].flatMap((shard) => shard.due() ?? []);
      return next.length > 0 ? Math.min(...next) : null;
    },
    records: {
      of: (id) => shardOf(processKeyOf(id))?.records.of(id) ?? null,
      waiting: () => [...shards.values()].flatMap(({ records }) => records.waiting()),
      expect(ids) {
        for (const id of ids) shardOf(processKeyOf(id))?.records.expect([id]);
      },
      async look(ids, maxAgeMs) {
        const byShard = new Map<Shard | undefined, string[]>();
        for (const id of ids) {
          const shard = shardOf(processKeyOf(id));
          byShard.set(shard, [...(byShard.get(shard) ?? []), id]);
        }
        await Promise.all([...byShard].map(([shard, its]) => shard?.records.look(its, maxAgeMs)));
      },
    },
  };
  return places;
}

/** Address of the node that serves a slot; null = none does. */
export function ownerIn({ owners }: ClusterMap, slot: number): string | null {
  return owners[slot] ?? null;
}
