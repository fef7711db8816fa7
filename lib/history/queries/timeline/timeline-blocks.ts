import type { SpanBlock } from '../../../contract/history/past';
import type { SpansTable } from '../../database/schema';

export type LightSpan = Pick<
  SpansTable,
  'lock' | 'holder' | 'holder_ref' | 'from_ms' | 'to_ms' | 'ended' | 'waiters_max'
> & { id: number };

/** A block whose lock is still a number. */
export type LaneBlock = Omit<SpanBlock, 'lock'> & { lock: number };

/** Slices of time that blocks are made by. */
const SLICES = 240;

const CUT_SHORT = new Set<string | null>(['expired', 'lost', 'force-released', 'taken-over']);

type Frame = { fromMs: number; toMs: number; limit: number; nowMs: number };

/** Which spans are told one by one, and the rest as blocks. Pure. */
export function blocksOf(
  spans: readonly LightSpan[],
  { fromMs, toMs, limit, nowMs }: Frame,
): { kept: number[]; blocks: LaneBlock[] } {
  const lasted = (span: LightSpan) => (span.to_ms ?? nowMs) - span.from_ms;
  const rank = (span: LightSpan) => (CUT_SHORT.has(span.ended) ? 2 : 0) + (span.waiters_max ? 1 : 0);
  const sorted = [...spans].sort((a, b) => rank(b) - rank(a) || lasted(b) - lasted(a) || a.id - b.id);
  // Half of the room is for what is worth a look, so that the longest are seen whatever happened.
  const notable = sorted.filter((span) => rank(span) > 0).slice(0, Math.ceil(limit / 2));
  const chosen = new Set(notable);
  for (const span of [...spans].sort((a, b) => lasted(b) - lasted(a) || a.id - b.id)) {
    if (chosen.size >= limit) break;
    chosen.add(span);
  }
  const sliceMs = sliceOf(fromMs, toMs);
  const blocks = new Map<string, LaneBlock>();
  for (const span of spans) {
    if (chosen.has(span)) continue;
    const slice = Math.floor((Math.max(fromMs, span.from_ms) - fromMs) / sliceMs);
    const name = `${span.lock} ${slice} ${span.holder_ref ?? span.holder ?? ''}`;
    const known = blocks.get(name);
    const until = Math.min(toMs, span.to_ms ?? nowMs);
    const from = Math.max(fromMs, span.from_ms);
    blocks.set(name, {
      lock: span.lock,
      holder: span.holder,
      holderRef: span.holder_ref,
      fromMs: Math.min(known?.fromMs ?? from, from),
      toMs: Math.max(known?.toMs ?? until, until),
      holds: (known?.holds ?? 0) + 1,
      heldMs: (known?.heldMs ?? 0) + Math.max(0, until - from),
      lapses: (known?.lapses ?? 0) + (span.ended === 'expired' ? 1 : 0),
      forced: (known?.forced ?? 0) + (span.ended === 'force-released' ? 1 : 0),
    });
  }
  return { kept: [...chosen].map(({ id }) => id), blocks: [...blocks.values()] };
}

export function sliceOf(fromMs: number, toMs: number): number {
  return Math.max(1, Math.ceil((toMs - fromMs) / SLICES));
}
