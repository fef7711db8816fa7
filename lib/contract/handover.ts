import { z } from 'zod';
import { HistorySeries, range, scope } from './history';
import { epochMs } from './leaves';
import { LedgerRow } from './ledger';
import { Lock, LockEvent } from './lock';
import { HistoryMark, PastLock, Timeline } from './past';

/** Lock, or window, handed over to somebody else, as data; the Markdown is made of it. */
export const HandoverPack = z
  .object({
    title: z.string(),
    scope,
    ...range,
    /** As it is now; null = not there. */
    lock: Lock.nullable(),
    /** As it was at the end of the window; null = not there. */
    atEnd: PastLock.nullable(),
    timeline: Timeline,
    series: HistorySeries,
    ledger: z.array(LedgerRow),
    events: z.array(z.union([HistoryMark, LockEvent])),
    findings: z.array(
      z.object({
        code: z.string(),
        severity: z.string(),
        sinceMs: epochMs,
        untilMs: epochMs.nullable(),
        key: z.string().nullable(),
      }),
    ),
    actions: z.array(
      z.object({
        atMs: epochMs,
        actor: z.string(),
        action: z.string(),
        key: z.string(),
        reason: z.string(),
        outcome: z.string(),
      }),
    ),
    /** Whether holders and tokens are masked, and by which rule. */
    masked: z.string().nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'HandoverPack' });
export type HandoverPack = z.infer<typeof HandoverPack>;
