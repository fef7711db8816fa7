import { z } from 'zod';
import { epochMs } from '../leaves';
import { Lock, LockEvent } from '../lock';
import { HistorySeries, range, scope } from './history';
import { LedgerRow } from './ledger';
import { HistoryMark, PastLock, Timeline } from './past';

/** Data of a lock, or of a time window, for handing an incident over; the Markdown is generated from it. */
export const HandoverPack = z
  .object({
    title: z.string(),
    scope,
    ...range,
    /** Its present state; null = it does not exist. */
    lock: Lock.nullable(),
    /** Its state at the end of the window; null = it did not exist. */
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
    actions: z
      .array(
        z.object({
          atMs: epochMs,
          actor: z.string(),
          action: z.string(),
          key: z.string(),
          reason: z.string(),
          outcome: z.string(),
        }),
      )
      .nullable()
      .meta({ description: 'What people did; null = the caller may not read the audit.' }),
    /** The rule by which holders and tokens are masked; null = they are not. */
    masked: z.string().nullable(),
    nowMs: epochMs,
  })
  .meta({ id: 'HandoverPack' });
export type HandoverPack = z.infer<typeof HandoverPack>;
