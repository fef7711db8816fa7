import { z } from 'zod';
import {
  ACTION_OUTCOMES,
  ALTHOUGH,
  CONSEQUENCES,
  LOCK_ACTIONS,
  PLANNED_CHANGES,
  STEP_UP_LACKS,
} from './action-codes';
import { Evidence } from './finding';
import { Holder } from './holder';
import { epochMs, figure, TtlMs, ticket, values } from './leaves';
import { MOST_PARTS, QUARANTINE_MS } from './limits';
import { ActionNeeds, Lock } from './lock';

/** Requests, previews and results of a release, an extension or a quarantine. */

const leaseMs = z.int().min(1).max(31_536_000_000).meta({ description: 'TTL from now, in ms; extend only.' });
const quarantineMs = z
  .int()
  .min(QUARANTINE_MS.least)
  .max(QUARANTINE_MS.most)
  .meta({
    description: `How long nobody can have it, in ms; quarantine only, default ${QUARANTINE_MS.usual}.`,
  });
const tokenDigest = z.string().regex(/^[0-9a-f]{64}$/);

export const PreviewRequest = z
  .strictObject({
    action: z.enum(LOCK_ACTIONS),
    leaseMs: leaseMs.optional(),
    quarantineMs: quarantineMs.optional(),
    tokenDigest: tokenDigest
      .optional()
      .meta({ description: 'The holder it is about, by the SHA-256 of its token; default: the first.' }),
  })
  .meta({ id: 'PreviewRequest' });
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/**
 * An acquisition as the collector numbers it: `version` changes with each release or acquisition that the collector
 * sees. `sinceMs` = start of the hold, epoch ms, as far as is known. `confirmed` = the collector read the lock for the preview;
 * otherwise changes may have been under way. null = the collector does not know the holder.
 */
const Acquisition = z.strictObject({
  version: z.int(),
  sinceMs: z.int().nullable(),
  confirmed: z.boolean(),
});
export type Acquisition = z.infer<typeof Acquisition>;

/**
 * The state that the operator saw, exactly as the compare-and-act script receives it. Opaque to the browser, returned
 * unchanged.
 */
export const Seen = z
  .strictObject({
    type: z.string().max(32),
    formatId: z.string().max(64),
    /** SHA-256 of the holder token's bytes. */
    tokenDigest,
    holdCount: z.int().min(0).nullable(),
    ttlMs: z.union([z.int().min(0), z.literal('none')]),
    /** The key's deadline on Redis' clock. */
    deadlineMs: z.union([z.int(), z.literal('none')]),
    acquisition: Acquisition.nullable().meta({
      description: 'The hold that was seen; another release or acquisition since then refuses the act.',
    }),
    readAtMs: z.int(),
  })
  .meta({ id: 'Seen', description: 'What a preview showed; sent back unchanged.' });
export type Seen = z.infer<typeof Seen>;

export const ActionRequest = z
  .strictObject({
    seen: Seen,
    reason: z.string().max(1_000),
    ticket,
    leaseMs: leaseMs.optional(),
    quarantineMs: quarantineMs.optional(),
    /** The key of the lock itself, even if another key of the hold requires it. */
    typedKey: z.string().max(4_096).optional(),
    although: z.enum(ALTHOUGH).optional().meta({
      description:
        'Release and quarantine: consent to what `requires.although` of the preview names; alive includes renews.',
    }),
    also: z
      .array(z.strictObject({ id: z.string().min(1).max(2_048), seen: Seen }))
      .max(MOST_PARTS)
      .optional()
      .meta({ description: 'Release only: further keys of the same token, each as the preview showed it.' }),
  })
  .meta({ id: 'ActRequest' });
export type ActionRequest = z.infer<typeof ActionRequest>;

/** Why an action is refused. */
export const Refusal = z.object({ code: z.string(), message: z.string(), needs: ActionNeeds.optional() });
export type Refusal = z.infer<typeof Refusal>;

/** Confirmations that the server requires. */
const requires = z.object({
  reason: z.boolean(),
  typedKey: z.boolean(),
  although: z.enum(ALTHOUGH).nullable().meta({
    description:
      'alive = the holder lives; renews = less than one of its renewal periods has passed since it renewed, or since it is watched. null = neither.',
  }),
  untilMs: epochMs.optional().meta({
    description: 'Of renews: from when it is required no more, if no renewal comes until then.',
  }),
});

export const stepUpLack = z.enum(STEP_UP_LACKS).meta({
  description:
    'The confirmation that is missing on a target that asks for step-up: passkey = an answer of one of theirs, now; no-passkey = they have none; no-session = they cannot answer with one. Absent = nothing.',
});

const sure = z.enum(['proven', 'likely', 'possible']).meta({
  description:
    'Whether two keys of one token are one hold; possible = the token alone says so, and its holder may use it again.',
});
export type Certainty = z.infer<typeof sure>;

/** Another key with a holder's token, as just read. */
const HoldPart = z.object({
  lock: Lock,
  holder: Holder,
  sure,
  acquiredApartMs: figure.meta({ description: 'Between the two acquisitions; null = not known.' }),
  leasesApartMs: figure.meta({ description: 'Between the ends of the two leases; null = not known.' }),
  /** When null, `why` has the reason. */
  seen: Seen.nullable().meta({ description: 'Goes back in `also`; null = it could not be read.' }),
  allowed: z.boolean(),
  why: Refusal.nullable(),
  /** Applies when this key is released too. */
  requires,
});
export type HoldPart = z.infer<typeof HoldPart>;

/** Keys of a holder's token that the caller is not shown: how many, and nothing else of them. */
const UnseenKeys = z
  .object({
    surely: z.int().meta({ description: 'Proven or likely of the same hold.' }),
    perhaps: z.int().meta({ description: 'Of which the token alone says so.' }),
  })
  .meta({ description: 'Other keys of the token that the caller is not shown; absent = none.' });
export type UnseenKeys = z.infer<typeof UnseenKeys>;

const Hold = z
  .object({
    parts: z.array(HoldPart),
    more: z.int().meta({ description: 'Keys of the token that were not read.' }),
    unseen: UnseenKeys.optional(),
  })
  .meta({
    id: 'Hold',
    description: 'Other keys that the token is on: what is proven or likely is released with the lock.',
  });
export type SharedHold = z.infer<typeof Hold>;

export const Consequence = z.object({ code: z.enum(CONSEQUENCES), happens: z.boolean(), values });
export type Consequence = z.infer<typeof Consequence>;

/** The change itself: nothing is sent where token, type, format and hold count are not as in `seen`. */
export const PlannedChange = z
  .object({
    does: z.enum(PLANNED_CHANGES),
    nodes: z.array(z.string()).meta({
      description: 'Every master of a Redlock group; else the one node that has the key now.',
    }),
    withDeadline: z.boolean().meta({
      description: 'The deadline has to be as seen too: others may write the same token.',
    }),
  })
  .meta({ id: 'PlannedChange' });
export type PlannedChange = z.infer<typeof PlannedChange>;

export const Preview = z
  .object({
    lock: Lock,
    holder: Holder.meta({ description: 'The one of the holders that this is about.' }),
    evidence: z.array(Evidence),
    seen: Seen,
    consequences: z.array(Consequence),
    change: PlannedChange.optional().meta({ description: 'absent = it is not allowed.' }),
    allowed: z.boolean(),
    /** Why it is not allowed; null when it is. */
    why: Refusal.nullable(),
    requires,
    /** The text to type when `requires.typedKey`: the key, or a short name of a key that cannot be typed. */
    typedKey: z.string(),
    command: z.string().nullable().meta({
      description:
        'The same action for the command line; null = it would name the token of the holder, which the caller may not see.',
    }),
    /** For a release; absent = the token is on no other key, or may be on many by chance. */
    hold: Hold.optional(),
    stepUp: stepUpLack.optional(),
    secondPerson: z.object({ minutes: z.int() }).optional().meta({
      description: 'The act takes a second person, who has so long to approve it; absent = it takes none.',
    }),
    nowMs: epochMs,
  })
  .meta({ id: 'Preview' });
export type Preview = z.infer<typeof Preview>;

const NodeOutcome = z.object({
  node: z.string(),
  outcome: z.enum(['released', 'extended', 'quarantined', 'changed', 'unreached']),
});
export type NodeOutcome = z.infer<typeof NodeOutcome>;

const nodes = z.array(NodeOutcome).meta({
  description:
    'Only a Redlock group has changed (the node had it in another way or not at all, and was left alone) and unreached (it gave no answer; what became of it is not known).',
});
const woken = z
  .int()
  .nullable()
  .meta({ description: 'Waiters the release message reached; null = cannot be known.' });

/**
 * Result for one key of a hold. `changed` = it no longer was as seen, and was left alone; `failed` = not released;
 * `unknown` = the reply was lost.
 */
const KeyOutcome = z.object({
  id: z.string(),
  key: z.string(),
  outcome: z.enum(['released', 'changed', 'failed', 'unknown']),
  nodes,
  woken,
  auditId: z.int().nullable(),
  /** The error of Redis or the console when the key was not released. */
  why: Refusal.nullable(),
});
export type KeyOutcome = z.infer<typeof KeyOutcome>;

/** A key with the same token that the request did not include. */
const KeptKey = z.object({ id: z.string(), key: z.string(), sure });
export type KeptKey = z.infer<typeof KeptKey>;

export const ActionResult = z
  .object({
    outcome: z.enum(ACTION_OUTCOMES).meta({
      description:
        'partly-released = keys of the hold still have its token, or may have it, or a quorum of a Redlock group may: the lock may stay held. partly-extended, partly-quarantined = on too few masters of a Redlock group: no quorum has the new lease, or a quorum may have the holder still.',
    }),
    /** Nodes of the lock that the request named. */
    nodes,
    auditId: z.int(),
    woken,
    /** When Redis confirmed the action. */
    atMs: epochMs,
    freedAtMs: epochMs.optional().meta({
      description:
        'Of a quarantine: when the console releases it. Should the console die, its TTL ends it a little later.',
    }),
    hold: z
      .object({ keys: z.array(KeyOutcome), kept: z.array(KeptKey), unseen: UnseenKeys.optional() })
      .optional()
      .meta({
        description: 'Of a token that is on several keys: what became of each, and what was not asked for.',
      }),
  })
  .meta({ id: 'ActResult' });
export type ActionResult = z.infer<typeof ActionResult>;

/** One side of a 409: the state that was seen, or the present one. */
export const SeenSide = z.object({
  atMs: epochMs,
  holder: z.string().nullable(),
  token: z.string().nullable(),
  holdCount: z.number().nullable(),
  ttlMs: TtlMs.nullable(),
  type: z.string(),
});
export type SeenSide = z.infer<typeof SeenSide>;

/** Body of a 409. */
export const ChangedError = z
  .object({
    error: z.object({
      code: z.literal('changed'),
      message: z.string(),
      details: z.object({
        before: SeenSide,
        after: SeenSide,
        changed: z.array(z.string()),
        key: z.string().optional().meta({ description: 'Another key of the hold, which it is about.' }),
        auditId: z.int(),
        requestId: z.string(),
      }),
    }),
  })
  .meta({ id: 'ChangedError', description: 'Nothing was touched: what was seen, and what is there now.' });
export type ChangedDetails = Omit<z.infer<typeof ChangedError>['error']['details'], 'requestId'>;
