import { XRAY_VERBS, type XrayVerb } from '@/lib/contract/action-codes';
import type { XrayClient, XrayResult } from '@/lib/contract/xray';
import { noCounts } from '@/lib/domain/actions/xray';

/** One connection, or those of one host that had left before anybody could ask for them. */
type XrayRow = { client: XrayClient; connections: number };

/** Connections that named the lock; one that speaks to several servers has one to each. */
export function connectionsOf({ nodes }: XrayResult): number {
  return nodes.reduce((sum, { clients, moreClients }) => sum + clients.length + moreClients, 0);
}

/** What a client did, in a lasting order, without what it did not. */
export function didOf({ counts }: XrayClient): { verb: XrayVerb; count: number }[] {
  return XRAY_VERBS.flatMap((verb) => (counts[verb] > 0 ? [{ verb, count: counts[verb] }] : []));
}

/** The rows of a table in the order given; a client that connects anew for each try is one of them. */
export function xrayRowsOf(clients: readonly XrayClient[]): XrayRow[] {
  const rows: XrayRow[] = [];
  const gone = new Map<string, XrayRow>();
  for (const client of clients) {
    const host = client.connected === false ? hostOf(client.address) : null;
    const before = host === null ? undefined : gone.get(host);
    if (before) {
      before.client = together(before.client, client, host ?? '');
      before.connections++;
      continue;
    }
    const row = { client, connections: 1 };
    rows.push(row);
    if (host !== null) gone.set(host, row);
  }
  return rows;
}

function hostOf(address: string): string {
  return address.replace(/:\d+$/, '');
}

function together(a: XrayClient, b: XrayClient, address: string): XrayClient {
  const counts = noCounts();
  for (const verb of XRAY_VERBS) counts[verb] = a.counts[verb] + b.counts[verb];
  return {
    ...a,
    address,
    counts,
    scripts: [...new Set([...a.scripts, ...b.scripts])].sort(),
    firstMs: Math.min(a.firstMs, b.firstMs),
    lastMs: Math.max(a.lastMs, b.lastMs),
  };
}
