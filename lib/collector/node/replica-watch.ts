import type { NodeHealth, ReplicaHealth } from '../../contract/node-health';
import { hostInUrl } from '../../domain/values/host-in-url';
import type { NodeFacts } from '../keys/node-facts';
import { createStreamLog, type StreamLog } from './stream-log';

const SAMPLES = 360;
/** A replica that does not come back within this time was removed on purpose. */
const GONE_KEPT_MS = 3_600_000;

type Seen = { state: ReplicaHealth['state']; sinceMs: number; behindBytes: number | null };

type ReplicationFacts = Pick<NodeFacts, 'role' | 'info' | 'readAtMs'>;

type ReplicaWatch = {
  seen(facts: ReplicationFacts): Pick<NodeHealth['replication'], 'role' | 'replicas' | 'follows'>;
  /** It is another server now. */
  forget(): void;
};

/**
 * Follows the replicas of a primary by its INFO. A replica lags from the moment the primary is known to have had data that
 * the replica has not confirmed since. A busy primary alone does not make a replica late.
 */
export function createReplicaWatch(log: StreamLog = createStreamLog(SAMPLES)): ReplicaWatch {
  const byAddress = new Map<string, Seen>();

  function take({ info, readAtMs }: ReplicationFacts): ReplicaHealth[] {
    const offset = Number(info.get('master_repl_offset') ?? 0);
    log.note(offset, readAtMs);
    const connected = replicasOf(info);
    const replicas = connected.map(({ address, state, confirmed }): ReplicaHealth => {
      const before = byAddress.get(address);
      const sinceMs = before?.state === state ? before.sinceMs : readAtMs;
      const behindBytes = confirmed === null ? null : Math.max(0, offset - confirmed);
      byAddress.set(address, { state, sinceMs, behindBytes });
      const forMs = state === 'online' ? log.lackedMs(confirmed ?? offset, readAtMs) : readAtMs - sinceMs;
      return { address, state, behindBytes, behindMs: behindBytes === 0 ? 0 : forMs };
    });
    return [...replicas, ...goneOf(new Set(connected.map(({ address }) => address)), readAtMs)];
  }

  function goneOf(there: ReadonlySet<string>, atMs: number): ReplicaHealth[] {
    const gone: ReplicaHealth[] = [];
    for (const [address, seen] of byAddress) {
      if (there.has(address)) continue;
      const sinceMs = seen.state === 'gone' ? seen.sinceMs : atMs;
      if (atMs - sinceMs > GONE_KEPT_MS) {
        byAddress.delete(address);
        continue;
      }
      byAddress.set(address, { ...seen, state: 'gone', sinceMs });
      gone.push({ address, state: 'gone', behindBytes: null, behindMs: atMs - sinceMs });
    }
    return gone;
  }

  return {
    seen(facts) {
      const { role, info } = facts;
      if (role !== 'primary') return { role, replicas: null, follows: followsOf(info) };
      return { role, replicas: take(facts), follows: null };
    },
    forget() {
      byAddress.clear();
      log.forget();
    },
  };
}

function followsOf(info: ReadonlyMap<string, string>): boolean | null {
  const link = info.get('master_link_status');
  return link === undefined ? null : link === 'up';
}

function replicasOf(info: ReadonlyMap<string, string>) {
  return [...info].flatMap(([name, text]) => {
    if (!/^slave\d+$/.test(name)) return [];
    const fields = new Map(text.split(',').map((pair) => pair.split('=', 2) as [string, string]));
    const ip = fields.get('ip') ?? '';
    const confirmed = Number(fields.get('offset') ?? Number.NaN);
    const state: ReplicaHealth['state'] = fields.get('state') === 'online' ? 'online' : 'syncing';
    return [
      {
        address: `${hostInUrl(ip)}:${fields.get('port')}`,
        state,
        confirmed: Number.isFinite(confirmed) ? confirmed : null,
      },
    ];
  });
}
