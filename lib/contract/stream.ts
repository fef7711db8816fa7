import { z } from 'zod';
import { epochMs } from './leaves';
import { Lock, LockEvent } from './lock';
import { NodeStatus } from './nodes';
import { Tallies } from './tally';

export const eventsQuery = z.strictObject({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({
      description: 'Version to go on from, for clients that cannot send Last-Event-ID.',
    }),
});

const stamp = { version: z.int(), nowMs: epochMs };

/** Messages of the live stream. Every message has a version; a gap in versions means: fetch again. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), ...stamp, startedAtMs: epochMs }),
  z.object({
    type: z.literal('patch'),
    ...stamp,
    changed: z.array(Lock),
    removed: z.array(z.string()),
    events: z.array(LockEvent),
  }),
  z.object({ type: z.literal('status'), ...stamp, nodes: z.array(NodeStatus), tallies: Tallies }),
  z.object({ type: z.literal('resync'), ...stamp, why: z.string() }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
