import type { SeenProcess } from '../../contract/holder';
import type { Known } from '../../contract/leaves';
import type { DisplayText } from '../keys/bytes';
import type { LockId } from '../keys/lock-id';

/**
 * Somebody who waits, as far as it has a name. `token` null = its process said so, without which of its tasks. Times as in
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
  /** Whether somebody listens for its turn; a place may outlast who took it. null = cannot be known. */
  heard: boolean | null;
  known: Known;
};
