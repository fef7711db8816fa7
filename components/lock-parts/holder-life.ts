import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { heartbeatStateOf, lives } from '@/lib/domain/holders/judge-holder';

/** What shows whether a holder lives. `lapsed` = its record is gone and it cannot be told that the process took it away. */
export type Life = 'beating' | 'renewing' | 'overstaying' | 'silent' | 'ended' | 'lapsed' | 'unknown';

export function lifeOf({ verdict, process }: Pick<Holder, 'verdict' | 'process'>): Life {
  const heartbeat = process?.heartbeat ?? null;
  const pulse = heartbeatStateOf(heartbeat);
  if (verdict === 'unknown' || verdict === 'overstaying') return verdict;
  if (verdict === 'alive') return pulse === 'beating' || pulse === 'late' ? 'beating' : 'renewing';
  if (pulse !== 'ended') return 'silent';
  return heartbeat?.record === 'deleted' ? 'ended' : 'lapsed';
}

/** Of several holders the one that matters to who would release: one that lives, else one that is gone. */
export function shownLife({ holders }: Pick<Lock, 'holders'>): Life {
  const telling =
    holders.find(({ verdict }) => lives(verdict)) ??
    holders.find(({ verdict }) => verdict === 'gone') ??
    holders[0];
  return telling ? lifeOf(telling) : 'unknown';
}
