import { z } from 'zod';
import { HOLDER_VERDICTS } from './codes';
import { displayText, epochMs, Known, TtlMs } from './leaves';

/**
 * The heartbeat record of a process as last read. `present`: it exists. `absent`: none was ever seen; most clients
 * write none, so that proves nothing. `deleted`: it disappeared before it could expire, as at an orderly shutdown.
 * `lapsed`: it disappeared by expiry or deletion. `denied`: it may not be read. `unreadable`: its value contains no
 * heartbeat.
 */
const Heartbeat = z
  .object({
    record: z.enum(['present', 'absent', 'deleted', 'lapsed', 'denied', 'unreadable']),
    /** Last heartbeat seen; null = none. */
    lastMs: epochMs.nullable(),
    /** Time between two heartbeats, ms; null = not known. */
    beatMs: z.number().nullable(),
    /** Since when the record is in the state `record`, as far as was read. */
    sinceMs: epochMs,
    /** Time of the last reading. */
    known: Known,
  })
  .meta({
    id: 'Heartbeat',
    description:
      'Heartbeat record of a process as last read. absent = none was ever seen, which tells nothing.',
  });
export type Heartbeat = z.infer<typeof Heartbeat>;

/** A holder's process: data of its token and of its heartbeat record. */
export const SeenProcess = z
  .object({
    host: z.string().nullable(),
    pid: z.number().nullable(),
    /** Id of the client instance (such as a Redisson node id): equal ids are one process. */
    instance: z.string().nullable(),
    app: z.string().nullable(),
    label: z.string().nullable(),
    startMs: z.number().nullable().meta({ description: 'Epoch ms on the clock of that process.' }),
    /** null = its token names no process that could have one, or it has not been read yet. */
    heartbeat: Heartbeat.nullable(),
  })
  .meta({ id: 'Process', description: 'What a token and a heartbeat record say; null = not known.' });
export type SeenProcess = z.infer<typeof SeenProcess>;

/** The token's data about the process; null fields cannot be known. */
export type HolderProcess = Pick<SeenProcess, 'host' | 'pid' | 'instance'>;

/**
 * Start of the hold. `atLeast` = already held when first seen, or read more than a second after its change was
 * reported, so the hold is at least that old. `atMost` = the token was made before the holder began to wait, so the
 * hold is at most that old.
 */
const Since = z.object({
  atMs: epochMs,
  atLeast: z.boolean(),
  atMost: z.boolean().optional(),
  known: Known,
});
export type Since = z.infer<typeof Since>;

export const Holder = z
  .object({
    token: displayText,
    /** Whether no other holder can ever write the same token. */
    tokenUnique: z.boolean(),
    tokenReused: z
      .boolean()
      .optional()
      .meta({ description: 'The token names a holder, such as a thread: its next hold has the same.' }),
    tokenPerHold: z.boolean().optional().meta({
      description: 'Its library draws another token for every acquisition: the same on two keys is one hold.',
    }),
    label: z.string().nullable(),
    mode: z.enum(['exclusive', 'read', 'write']),
    /** How deep the same holder re-entered; null = cannot be known. */
    holdCount: z.number().nullable(),
    since: Since.nullable(),
    ttlMs: TtlMs.nullable(),
    process: SeenProcess.nullable(),
    verdict: z.enum(HOLDER_VERDICTS),
    quarantine: z.object({ by: z.string() }).optional().meta({
      description:
        'The token is one that an operator put in the place of its former holder: the lock is in quarantine. `by` = who did, as far as a token can say; empty = not known.',
    }),
  })
  .meta({ id: 'Holder' });
export type Holder = z.infer<typeof Holder>;
