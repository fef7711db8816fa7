import type { LockAction } from './api';
import type { LockId } from './lock-id';

/** What was done or tried through the console. */
export type AuditEntry = {
  id: number;
  atMs: number;
  actor: string;
  action: LockAction | 'silence' | 'end-silence' | 'xray' | 'annotate' | 'decide';
  target: string;
  /** null = it was about no lock, or about several. */
  lockId: LockId | null;
  /** Of what is about no single lock, which ones: a family, a glob, a server; '' = all. */
  key: string;
  holder: string | null;
  reason: string;
  outcome:
    | 'attempted'
    | 'released'
    /** The key was freed, and other keys of its hold were not, as far as is known. `details.hold` has them. */
    | 'partly-released'
    | 'extended'
    | 'silenced'
    | 'ended'
    | 'sampled'
    | 'noted'
    | 'decided'
    | 'refused'
    | 'failed'
    /** The reply was lost: it may have happened. `details.settled` = what a later look found. */
    | 'unknown';
  details: Record<string, unknown>;
};

export type AuditAnswer = { entries: AuditEntry[]; nowMs: number };
