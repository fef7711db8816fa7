import { z } from 'zod';
import { parseLockId } from '../../domain/keys/lock-id';
import { momentOfText } from '../../domain/values/moment-text';
import { flagText, limitOf, offset } from '../queries';

/** Queries of the history. */

/** Longest range of a query, ms. */
const MOST_RANGE_MS = 800 * 86_400_000;

export const time = z
  .string()
  .max(40)
  .refine((text) => momentOfText(text) !== null, 'must be epoch ms or an ISO 8601 time with its zone')
  .transform((text) => momentOfText(text) ?? 0)
  .meta({ description: 'Epoch ms, or ISO 8601 with a zone: 2026-01-31T02:14:00Z.' });

const scoped = {
  target: z.string().max(64).optional().meta({ description: 'Name of one target; without it, all.' }),
  family: z
    .string()
    .max(1_024)
    .optional()
    .meta({ description: 'Family of locks, as /api/families names it.' }),
  lock: z
    .string()
    .max(2_048)
    .refine((id) => parseLockId(id) !== null, 'must be the id of a lock')
    .optional(),
  from: time
    .optional()
    .meta({ description: 'Begin; default: an hour before the end. Epoch ms or ISO 8601.' }),
  to: time.optional().meta({ description: 'End; default: now. Epoch ms or ISO 8601.' }),
};
const csv = { format: z.enum(['json', 'csv']).default('json') };

type Asked = {
  target?: string | undefined;
  family?: string | undefined;
  lock?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/** Rejects contradictory fields, naming the field. */
function consistent({ value: asked, issues }: z.core.ParsePayload<Asked>): void {
  const { lock, family, target, from, to } = asked;
  const wrong = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: asked });
  if (lock !== undefined && family !== undefined) wrong('family', 'cannot be asked for together with a lock');
  if (lock !== undefined && target !== undefined && parseLockId(lock)?.target !== target)
    wrong('lock', 'must be of the target');
  if (from !== undefined && to !== undefined) {
    if (from >= to) wrong('from', 'must be before `to`');
    else if (to - from > MOST_RANGE_MS) wrong('from', 'must be at most 800 days before `to`');
  }
}

/** The same query with null for every field that was left out. */
function asked<A extends Asked>({ target, family, lock, from, to, ...rest }: A) {
  const scope = { target: target ?? null, family: family ?? null, lock: lock ?? null };
  return { scope, from: from ?? null, to: to ?? null, ...rest };
}

export const seriesQuery = z
  .strictObject({ ...scoped, ...csv })
  .check(consistent)
  .transform(asked);
/**
 * Scope of a history query: everything, a target, a family of one, or a lock. `among` bounds it to these targets; absent =
 * to none.
 */
export type HistoryScope = z.output<typeof seriesQuery>['scope'] & { among?: readonly string[] };

export const debtQuery = z
  .strictObject({ ...scoped, top: limitOf(20, 8) })
  .check(consistent)
  .transform(asked);

export const familyReportQuery = z
  .strictObject({
    target: scoped.target,
    from: scoped.from,
    to: scoped.to,
    limit: limitOf(500, 500),
    ...csv,
  })
  .check(consistent)
  .transform(asked);

export const blockersQuery = z
  .strictObject({ ...scoped, limit: limitOf(100, 20) })
  .check(consistent)
  .transform(asked);

export const horizonQuery = z.strictObject(scoped).check(consistent).transform(asked);

export const timelineQuery = z
  .strictObject({
    ...scoped,
    holder: z.string().max(1_024).optional().meta({ description: 'One holder, as in /api/holders/{id}.' }),
    limit: limitOf(10_000, 2_000).meta({
      description: 'Most holds that are told one by one, at most 10000.',
    }),
    ...csv,
  })
  .check(consistent)
  .transform(({ holder = null, ...rest }) => ({ ...asked(rest), holder }));

export const marksQuery = z
  .strictObject({
    ...scoped,
    kinds: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'Kinds of events, separated by commas; without it, all.' }),
    limit: limitOf(2_000, 500),
  })
  .check(consistent)
  .transform(({ kinds, ...rest }) => ({
    ...asked(rest),
    kinds: kinds === undefined ? null : kinds.split(',').filter((kind) => kind !== ''),
  }));

export const momentQuery = z
  .strictObject({
    at: time,
    q: z.string().max(2_000).default('').meta({ description: 'As for /api/locks.' }),
    target: scoped.target,
    limit: limitOf(2_000, 200),
    offset,
    graph: flagText.default(false).meta({ description: '1 = with the graph of waits.' }),
  })
  .transform(({ at, target = null, ...rest }) => ({ atMs: at, target, ...rest }));

export const pastLockQuery = z.strictObject({ at: time });

export const ledgerQuery = z
  .strictObject({ ...scoped, limit: limitOf(500, 100), offset, ...csv })
  .check(consistent)
  .transform(asked);

const { lock: _, ...scopedToSeveral } = scoped;

export const insightsQuery = z.strictObject(scopedToSeveral).check(consistent).transform(asked);

/** Most locks that one is split into. */
const MOST_SHARDS = 64;

export const whatIfQuery = z
  .strictObject({
    ...scoped,
    lease: z.coerce
      .number()
      .int()
      .min(1)
      .max(365 * 86_400_000)
      .optional()
      .meta({ description: 'Another lease, ms; default: as recorded.' }),
    hold: z.coerce
      .number()
      .min(0.01)
      .max(100)
      .default(1)
      .meta({ description: 'Work takes so many times as long.' }),
    shards: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_SHARDS)
      .default(1)
      .meta({ description: 'Each lock is split into so many, which get an equal share of the requests.' }),
    queue: z
      .enum(['recorded', 'fair'])
      .default('recorded')
      .meta({ description: 'fair = first come, first served.' }),
    seed: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31)
      .default(1)
      .meta({
        description: 'Of what is drawn: the same seed gives the same answer for the same record.',
      }),
  })
  .check(consistent)
  .check(({ value, issues }) => {
    if (value.lock !== undefined || value.family !== undefined) return;
    issues.push({ code: 'custom', path: ['lock'], message: 'a lock or a family is needed', input: value });
  })
  .transform(({ lease = null, hold, shards, queue, seed, ...rest }) => ({
    ...asked(rest),
    change: { leaseMs: lease, holdFactor: hold, shards, queue },
    seed,
  }));

export const handoverQuery = z
  .strictObject({
    ...scoped,
    mask: z.enum(['none', 'holders']).default('none').meta({
      description: 'holders = their names, tokens and processes are short pseudonyms.',
    }),
    format: z.enum(['json', 'md']).default('json'),
  })
  .check(consistent)
  .transform(asked);
