/** A server's copy of another one, as its primary sees it. */
export type ReplicaHealth = {
  address: string;
  /** `gone` = it was connected and is not any more. */
  state: 'online' | 'syncing' | 'gone';
  /** Bytes of the primary's stream that it has not confirmed; null = not known. */
  behindBytes: number | null;
  /** For so long, ms, it has lacked something that the primary had; 0 = it has everything. */
  behindMs: number;
};

/** A server's clock against the console's. */
export type NodeClock = {
  /** How far it is ahead of the console's, ms; negative = behind. */
  skewMs: number;
  /** The skew is right to this many ms: half a round trip. */
  errorMs: number;
  /** Since when it has been like that, epoch ms. */
  sinceMs: number;
};

/** What a server does not say, or we may not ask; each costs the findings that need it. */
export type UnreadPart = 'memory' | 'persistence' | 'replication' | 'clock';

/** How safe a server is for locks, as far as it says; null = it does not say, or we may not ask. */
export type NodeHealth = {
  /** When it was read, epoch ms. */
  atMs: number;
  memory: {
    /** What counts against the limit. */
    usedBytes: number | null;
    /** 0 = no limit. */
    maxBytes: number | null;
    policy: string | null;
  };
  persistence: {
    appendOnly: boolean | null;
    fsync: string | null;
    /** Whether snapshots are saved by themselves. */
    snapshots: boolean | null;
  };
  replication: {
    role: 'primary' | 'replica' | null;
    /** Of a primary; null = not known, or it is none. */
    replicas: ReplicaHealth[] | null;
    /** Of a primary: how many replicas must be well for it to accept writes. */
    minReplicas: number | null;
    /** Of a replica: whether it follows its primary. */
    follows: boolean | null;
  };
  clock: NodeClock | null;
  /** Redis' own words for each refusal. */
  unread: { part: UnreadPart; why: string }[];
};
