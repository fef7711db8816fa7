/** How the servers of a target are found. */
export type Topology =
  | { kind: 'standalone' }
  /** `sentinels` = their URLs, secrets included; they say which server is `primary` now. */
  | { kind: 'sentinel'; sentinels: string[]; primary: string }
  /** `seeds` = URLs of some of its nodes, secrets included; they say which others there are. */
  | { kind: 'cluster'; seeds: string[] }
  /** Independent masters that vote on each lock, of whatever topology: a target of the same name each. */
  | { kind: 'redlock'; members: Member[] };

/** One of the independent masters of a Redlock group; `votesAs` is what its votes are called. */
export type Member = Target & { votesAs: string };

/** PEM texts for connections by TLS; absent = what the system trusts, and no certificate of our own. */
export type TlsMaterial = { ca?: string; cert?: string; key?: string; servername?: string };

/** One watched Redis, as configured. */
export type Target = {
  /** Lower case letters, digits, hyphens; part of every lock id. */
  name: string;
  /** Environment label on the band; `production` raises friction. */
  environment: string;
  production: boolean;
  /**
   * redis:// or rediss:// URL, secrets included: never logged, never sent to a browser. Behind sentinels and in a cluster
   * it says how to log on, and the topology says where.
   */
  url: string;
  topology: Topology;
  tls: TlsMaterial | null;
  db: number;
  /** Key patterns (Redis glob) that are locks for sure; what no format knows is then shown as an unknown value. */
  patterns: KeyPattern[];
  /** Redis globs of keys that are no locks, unless their bytes prove one; absent = none. */
  notLocks?: readonly string[];
  /** Key prefixes to track; empty = the whole keyspace, where `trackKeyspace` allows it. */
  prefixes: string[];
  trackKeyspace: boolean;
  readOnly: boolean;
  /** What an X-ray of a lock may cost; absent = none may be taken. */
  xray?: { maxBytes: number };
  /** Whether replicas are asked themselves; default true. */
  askReplicas?: boolean;
  /** Only of a `Member`. */
  votesAs?: string;
  /** Commands a second we may send for discovery and reading. */
  commandsPerSecond: number;
};

/** A Redis glob; with `release`, values under it that no format knows may be released all the same. */
export type KeyPattern = string | { glob: string; release?: boolean | undefined };

export function globOf(pattern: KeyPattern): string {
  return typeof pattern === 'string' ? pattern : pattern.glob;
}
