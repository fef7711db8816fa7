import { lineRead } from './core/line-read';
import { type NodeRule, SHOWN } from './core/node-rule';

/** A replica that lacks data for this long is not catching up, ms. */
const BEHIND_MS = 5_000;

/** A replica lacks locks, which a failover would free. */
export const replicaLags: NodeRule<'replica-lags'> = {
  code: 'replica-lags',
  severity: 'at-risk',
  detect({ replication, atMs }, { takenSince, replicas }) {
    const late = (replication.replicas ?? []).filter(
      ({ state, behindMs }) => state === 'gone' || behindMs >= BEHIND_MS,
    );
    const evidence = late.slice(0, SHOWN).map(({ address, state, behindBytes, behindMs }) => {
      if (state !== 'online') {
        return lineRead(`replica-${state}`, { replica: address, forMs: behindMs }, 'at-risk', atMs);
      }
      const values = { replica: address, behindBytes: behindBytes ?? 0, forMs: behindMs };
      return lineRead('replica-behind', values, 'at-risk', atMs);
    });
    const asked = new Map(replicas.map(({ address, locks }) => [address, locks]));
    for (const { address } of late.slice(0, SHOWN)) {
      const locks = asked.get(address);
      if (!locks || locks.missing === 0) continue;
      const values = { replica: address, count: locks.missing, of: locks.missing + locks.present };
      evidence.push(lineRead('locks-missing', values, 'at-risk', locks.atMs));
    }
    // A replica that reports which locks it has needs no estimate.
    const unasked = late.filter(({ address }) => !asked.get(address));
    const longestMs = Math.max(0, ...unasked.map(({ behindMs }) => behindMs));
    const count = longestMs > 0 ? takenSince(atMs - longestMs) : 0;
    if (count > 0) evidence.push(lineRead('locks-newer', { count, forMs: longestMs }, 'at-risk', atMs));
    if (replication.follows === false) evidence.push(lineRead('primary-lost', {}, 'at-risk', atMs));
    return evidence.length === 0 ? null : { evidence };
  },
};
