import type { Finding } from './lock';

/** Findings about a server rather than one of its locks. */
export const NODE_FINDINGS = [
  'evictable-locks',
  'memory-nearly-full',
  'no-persistence',
  'aof-not-always',
  'writes-unreplicated',
  'replica-lags',
  'clock-skew',
  'clock-jump',
  'restarted-under-locks',
  'promoted',
  'changes-missed',
  'no-notifications',
  'mixed-pubsub',
  'latches-pile-up',
] as const;
export type NodeFindingCode = (typeof NODE_FINDINGS)[number];

/** Lines of evidence about a server. Values: `…Bytes` in bytes, `…Ms` in ms. */
export const NODE_EVIDENCE = [
  'evicts',
  'memory-used',
  'eviction-policy',
  'not-persisted',
  'in-group',
  'locks-without-ttl',
  'fsync',
  'snapshots-only',
  'min-replicas',
  'replica-behind',
  'replica-syncing',
  'replica-gone',
  'locks-newer',
  'locks-missing',
  'primary-lost',
  'clock-ahead',
  'clock-behind',
  'clock-apart',
  'clock-set-forward',
  'clock-set-back',
  'locks-vanished',
  'lock-vanished',
  'promoted-from',
  'locks-kept',
  'changes-polled',
  'changes-unseen',
  'both-pubsub',
  'latches',
] as const;
export type NodeEvidenceCode = (typeof NODE_EVIDENCE)[number];

/** `command` = what cures it, to be run on the server; null = no one command does. */
export type NodeFinding = Finding & { code: NodeFindingCode; command: string | null };
