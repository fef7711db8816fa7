import type { SeenProcess } from '../../contract/holder';
import type { Known } from '../../contract/leaves';
import type { DisplayText } from '../keys/bytes';
import type { LockId } from '../keys/lock-id';

/**
 * A waiter, as far as it has a name. `token` null = its process reported the wait without naming the task. Times as in
 * `WaitEdge`.
 */
export type NamedWait = {
  lock: LockId;
  by: 'queue' | 'heartbeat';
  token: DisplayText | null;
  label: string | null;
  process: SeenProcess | null;
  place: number | null;
  sinceMs: number | null;
  /** Whether a client listens for its turn; a queue place may outlast its client. null = cannot be known. */
  heard: boolean | null;
  known: Known;
};
