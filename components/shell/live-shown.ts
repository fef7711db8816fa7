import type { LivePhase } from '@/lib/api/live-state';
import type { Freshness } from '../app/node-summary';

/** What the live control shows: of a stream that is well what the nodes are, `partial` = some answer, `blind` = none does. */
export type LiveShown = LivePhase | 'partial' | 'blind';

/** A stream that is well says nothing of the data: those are as live as the nodes. Pure. */
export function liveShownOf(phase: LivePhase, fresh: Freshness | null): LiveShown {
  if (phase !== 'live') return phase;
  if (fresh === null || fresh.isConnecting) return 'connecting';
  if (fresh.answering === 0) return 'blind';
  return fresh.answering < fresh.total ? 'partial' : 'live';
}
