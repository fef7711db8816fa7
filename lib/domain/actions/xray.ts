import type { DisplayText } from '../keys/bytes';
import type { LockId } from '../keys/lock-id';

/** How long an X-ray runs, in seconds. */
export const XRAY_SECONDS = { least: 1, most: 5, usual: 3 } as const;
/** Megabytes of MONITOR output that are read at most, unless the target says otherwise. */
export const XRAY_MEGABYTES = 8;
/** Clients that an answer names for one server, those first that did most to the lock. */
export const XRAY_CLIENTS = 100;

/**
 * What a command was for. `touches` = it named the lock, and nothing tells what for; never a guess. A script that is not
 * known counts as what it did to the lock's own key.
 */
export const XRAY_VERBS = ['tries', 'renews', 'releases', 'waits', 'reads', 'touches'] as const;
export type XrayVerb = (typeof XRAY_VERBS)[number];

/**
 * Why it ended: `time` = it ran as long as was asked, `size` = more output than allowed, `latency` = the server became slow,
 * `lost` = the connection broke, `unreached` = of a group, a server that gave no answer or refused.
 */
export const XRAY_ENDS = ['time', 'size', 'latency', 'lost', 'unreached'] as const;
export type XrayEnd = (typeof XRAY_ENDS)[number];

/** One connection that named the lock. */
export type XrayClient = {
  /** Host and port as the server sees them; of a Unix socket its path. */
  address: string;
  /** Whether it was still there right after; null = the server does not say. What follows is null where it was not. */
  connected: boolean | null;
  name: string | null;
  /** Client library and version as it told the server (Redis 7.2). */
  library: string | null;
  user: string | null;
  /** How long it had been connected, in ms, whole seconds. */
  ageMs: number | null;
  counts: Record<XrayVerb, number>;
  /** Lock libraries of the known scripts that it called. */
  scripts: string[];
  /** When it was first and last seen, ms after the start. */
  firstMs: number;
  lastMs: number;
};

/** One server. Nothing of commands that did not name the lock is kept but how many they were. */
export type XrayNode = {
  node: string;
  ended: XrayEnd;
  /** Why an `unreached` one was not; null = it was reached. */
  why: string | null;
  ranMs: number;
  bytes: number;
  /** Commands of all clients, those that scripts ran among them. */
  commands: number;
  /** Commands that named the lock, without this console's own. */
  named: number;
  /** Commands of this console that named it. */
  ours: number;
  /** Commands that scripts ran on the lock which did not name it when they were called: whose they are cannot be told. */
  unattributed: number;
  /** Round trips in ms: before it began, the longest while it ran, and where it would have been ended. */
  latency: { beforeMs: number; worstMs: number; limitMs: number };
  clients: XrayClient[];
  /** Clients beyond those, which are counted in `named` only. */
  moreClients: number;
};

export type XrayRequest = { seconds?: number };

export type XrayResult = {
  id: LockId;
  key: DisplayText;
  seconds: number;
  maxBytes: number;
  /** One, or every master of a Redlock group, one after the other. */
  nodes: XrayNode[];
  auditId: number;
  /** When it began and when it was over. */
  startedAtMs: number;
  atMs: number;
};

/** No command of any kind. */
export function noCounts(): Record<XrayVerb, number> {
  return { tries: 0, renews: 0, releases: 0, waits: 0, reads: 0, touches: 0 };
}
