import type { LedgerRow } from '../../domain/history';

/** A hold that is over. */
export type LapsedHold = {
  heldMs: number;
  /** It did not end by itself: the work may have taken longer. */
  cut: boolean;
  /** Its lease ended, and nothing proves that its holder was gone. */
  lapsed: boolean;
  leaseMs: number | null;
  /** How much longer the holder was seen to go on; null = not seen. */
  overrunMs: number | null;
};

/** With fewer holds no lease is suggested. */
const FEWEST = 20;
/** Room above the longest of 99 in 100. */
const ROOM = 1.2;

/** What the lease was, by how much it was too short, and the one that would have covered 99 of 100 holds. Pure. */
export function judgeLease(
  holds: readonly LapsedHold[],
): Pick<LedgerRow, 'leaseMs' | 'overrun' | 'holdP99' | 'suggestedLeaseMs'> {
  const leases = holds.flatMap(({ leaseMs }) => leaseMs ?? []);
  const holdP99 = p99Of(holds);
  return {
    leaseMs: leases.length === 0 ? null : Math.max(...leases),
    overrun: overrunOf(holds),
    holdP99,
    suggestedLeaseMs:
      holdP99 === null || holds.length < FEWEST
        ? null
        : { ms: roundedUp(holdP99.ms * ROOM), atLeast: holdP99.atLeast },
  };
}

function overrunOf(holds: readonly LapsedHold[]): LedgerRow['overrun'] {
  const known = holds
    .flatMap(({ lapsed, overrunMs }) => (lapsed ? (overrunMs ?? []) : []))
    .sort((a, b) => a - b);
  const maxMs = known.at(-1);
  if (maxMs === undefined) return null;
  return { p50Ms: known[Math.ceil(known.length / 2) - 1] ?? maxMs, maxMs, known: known.length };
}

/** A hold that was cut short before this time could have lasted longer than it: then the time is a lower bound. */
function p99Of(holds: readonly LapsedHold[]): LedgerRow['holdP99'] {
  if (holds.length === 0) return null;
  const lasted = holds.map(({ heldMs, overrunMs }) => heldMs + (overrunMs ?? 0)).sort((a, b) => a - b);
  const ms = lasted[Math.ceil(0.99 * lasted.length) - 1] ?? 0;
  return { ms, atLeast: holds.some(({ cut, heldMs, overrunMs }) => cut && heldMs + (overrunMs ?? 0) <= ms) };
}

/** Two figures, never less. */
function roundedUp(ms: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ms))) - 1);
  return Math.ceil(ms / step) * step;
}
