import type { SettingsSource } from './settings-source';

/** How the servers of a target are found. */
export type Topology =
  | { kind: 'standalone' }
  /** `sentinels` = their URLs, secrets included; they report which server is `primary` now. */
  | { kind: 'sentinel'; sentinels: string[]; primary: string }
  /** `seeds` = URLs of some of its nodes, secrets included; they report the others. */
  | { kind: 'cluster'; seeds: string[] }
  /** Independent masters that vote on each lock, of any topology: each is a target with the same name. */
  | { kind: 'redlock'; members: Member[] };

/** One of the independent masters of a Redlock group; `votesAs` is the node name of its votes. */
export type Member = Target & { votesAs: string };

/** PEM texts for TLS connections; absent = the system's trust store, and no client certificate. */
export type TlsMaterial = { ca?: string; cert?: string; key?: string; servername?: string };

/** One watched Redis, as configured. */
export type Target = {
  /** Lower case letters, digits, hyphens; part of every lock id. */
  name: string;
  /** Environment label in the page header; `production` makes actions ask for more confirmation. */
  environment: string;
  production: boolean;
  /**
   * redis:// or rediss:// URL, secrets included: never logged, never sent to a browser. With sentinels and in a cluster
   * it provides the credentials, and the topology the addresses.
   */
  url: string;
  topology: Topology;
  tls: TlsMaterial | null;
  db: number;
  /**
   * Key patterns (Redis glob) that are certainly locks; a key that no format recognises is then shown as an unknown
   * value.
   */
  patterns: KeyPattern[];
  /** Redis globs of keys that are no locks, unless their bytes prove one; absent = none. */
  notLocks?: readonly string[];
  /** Key prefixes to track; empty = the whole keyspace, where `trackKeyspace` allows it. */
  prefixes: string[];
  trackKeyspace: boolean;
  readOnly: boolean;
  /** Whether a passkey of whoever acts has to confirm it; absent = not. */
  stepUp?: boolean;
  /** Every act waits for a second person, for so long; absent = one is enough. */
  twoPersons?: { minutes: number };
  /** Limit of an X-ray of a lock; absent = X-rays are off. */
  xray?: { maxBytes: number };
  /** Whether the console connects to replicas; default true. */
  askReplicas?: boolean;
  /** Set only for a `Member`. */
  votesAs?: string;
  /** Most commands a second that we send for discovery and reading. */
  commandsPerSecond: number;
  /** Where it is configured; absent = not known. */
  from?: SettingsSource;
};

/** Every URL of a target, secrets included. */
export function urlsOf({ url, topology }: Target): string[] {
  switch (topology.kind) {
    case 'standalone':
      return [url];
    case 'sentinel':
      return [url, ...topology.sentinels];
    case 'cluster':
      return [url, ...topology.seeds];
    case 'redlock':
      return [url, ...topology.members.flatMap(urlsOf)];
  }
}

/** A Redis glob; `release` = matching values that no format recognises may be released. */
export type KeyPattern = string | { glob: string; release?: boolean | undefined };

export function globOf(pattern: KeyPattern): string {
  return typeof pattern === 'string' ? pattern : pattern.glob;
}
