import { z } from 'zod';
import { epochMs, figure, share } from '../leaves';
import { range, scope } from './history';

/** Why nothing is predicted. */
const silence = z.enum([
  /** Nothing is recorded of the lock or family. */
  'nothing-recorded',
  /** Less than 95 % of the range was watched. */
  'coverage',
  'too-few',
  'too-many',
  /** Fewer holds were kept one by one than there were. */
  'holds-missing',
  'waiters-unknown',
  /** Several held it at once. */
  'shared',
  /** Another lease is asked for, and no hold had one. */
  'no-lease',
  /** The replay of what happened misses the recorded debt by more than 5 %. */
  'replay-differs',
]);
export type WhatIfSilence = z.infer<typeof silence>;

/** Figures of one replay. */
const WhatIfFigures = z
  .object({
    waiterSeconds: z.number().meta({ description: 'Contention debt of the range.' }),
    waitP95Ms: z
      .number()
      .meta({ description: 'Wait that 95 of 100 requests did not exceed; most wait for 0.' }),
    waited: z.int().meta({ description: 'Requests that had to wait.' }),
    gaveUp: z.int(),
    /** Holds whose lease ends while their work goes on: two would then work at once. */
    expiredWhileHeld: z.int(),
    busyShare: z
      .number()
      .meta({ description: 'Work that was asked for, as a share of the time of all locks.' }),
  })
  .meta({ id: 'WhatIfFigures' });
export type WhatIfFigures = z.infer<typeof WhatIfFigures>;

/** A replay of recorded requests and holds with one thing changed. */
export const WhatIf = z
  .object({
    scope,
    ...range,
    change: z.object({
      leaseMs: figure.meta({ description: 'null = as recorded.' }),
      holdFactor: z.number(),
      shards: z.int(),
      queue: z.enum(['recorded', 'fair']),
    }),
    silent: silence.nullable().meta({ description: 'Why nothing is predicted; null = something is.' }),
    covered: share.meta({ description: 'Share of the range that was watched.' }),
    n: z.int().meta({ description: 'Holds that were replayed.' }),
    acquisitions: z.int().meta({ description: 'Acquisitions that were counted in the range.' }),
    recordedWaiterSeconds: z.number().meta({ description: 'Contention debt as recorded.' }),
    missedBy: figure.meta({
      description:
        'By which share of the recorded debt the replay without a change differs from it; null = no replay.',
    }),
    before: WhatIfFigures.nullable(),
    after: WhatIfFigures.nullable(),
    error: share.nullable().meta({
      description:
        'Share by which the debt after the change may differ: of the replay, and of what is drawn by lot.',
    }),
    runs: z.int().meta({ description: 'Replays with other lots, of which the figures are the mean.' }),
    seed: z.int(),
    nowMs: epochMs,
  })
  .meta({ id: 'WhatIf' });
export type WhatIf = z.infer<typeof WhatIf>;
export type WhatIfChange = WhatIf['change'];
