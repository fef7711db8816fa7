import type { HazardCode, LockAction } from '../../contract/action-codes';
import type { LockKind } from '../../contract/codes';
import type { HolderProcess, Since } from '../../contract/holder';
import type { TtlMs } from '../../contract/leaves';
import type { ActionNeeds, Confidence, FormatRef, Permits } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey, RedisType } from '../../domain/keys/raw-key';
import type { HealthyFloor } from '../../domain/locks/lock-facts';
import type { Script } from '../../redis/run-script';

/** A holder as the bytes show it. Everything that needs more than one reading (since, verdict) is added later. */
export type DecodedHolder = {
  token: ByteString;
  /** Length of the whole token in bytes; absent = `token` is the whole of it and not only its head. */
  tokenLength?: number;
  /** Whether no successor can ever write the same token. */
  tokenUnique: boolean;
  /** The token names a holder and not a hold: its next hold has the same. Only where `tokenUnique`. */
  tokenReused?: boolean;
  /** The library draws another token for every acquisition, and may take several keys with one. */
  tokenPerHold?: boolean;
  label: string | null;
  mode: 'exclusive' | 'read' | 'write';
  holdCount: number | null;
  /** Acquire time that the bytes tell; null when they do not say. */
  since: Pick<Since, 'atMs' | 'atLeast' | 'atMost'> | null;
  process: HolderProcess | null;
  /** What is left of this holder's own lease, where each has one; absent = it is the key's. */
  ttlMs?: TtlMs;
  /** It is an operator's token: who has the lock in quarantine. */
  quarantine?: { by: string };
};

/** A place in a queue of waiters. `deadlineMs` = when it loses its turn unless its owner is heard of; null = never. */
export type QueuePlace = { token: ByteString; deadlineMs: number | null; ghost: boolean };

export type Decoded = {
  /** Who has it; empty for a semaphore that nobody has a permit of, or one that does not write down who has. */
  holders: DecodedHolder[];
  ttlMs: TtlMs;
  /** Deadline written into the value, epoch ms; null when there is none. */
  valueDeadlineMs: number | null;
  /** Fencing token that was given last. */
  fencingToken?: string;
  /** Who waits, where the keys beside the lock say so. `ghosts` = places of waiters that are not heard of any more. */
  queue?: { live: number; ghosts: number; places?: QueuePlace[] };
  permits?: Permits;
};

/** What was read of a lock: formats look at nothing else. */
export type Observation = {
  raw: RawKey;
  /** The keys that belong to it, as far as they were read with it. */
  companions: ReadonlyMap<ByteString, RawKey>;
  /** Epoch ms on the console's clock. */
  now: number;
  /** The name alone says lock: a format's name shape, a lock-like word, a channel or a configured pattern. */
  named: boolean;
  /** Ids of the formats on whose channels this name was heard of. */
  heard?: readonly string[] | undefined;
  /** Id of the format that the key had when it was last read: keys beside it that told may have gone meanwhile. */
  was?: string | undefined;
};

/** What a script compares, besides the token: exactly what the operator saw. */
export type SeenFacts = { holdCount: number | null; deadlineMs: number | 'none' };

/** An act on one holder of a lock. `token` is every byte of its token. */
export type HolderAction = {
  key: ByteString;
  token: ByteString;
  holder: DecodedHolder;
  seen: SeenFacts;
  sight: Observation;
  /** How those who wait listen, and so how they are told. */
  publish: 'PUBLISH' | 'SPUBLISH';
};

/** One script call. Keys and arguments are byte strings. */
export type ScriptPlan = { script: Script; keys: ByteString[]; args: (ByteString | number)[] };

/** A key name that this format is known to use: matched as a part of the name, since applications add prefixes. */
type NameShape = RegExp;

/** Keys that belong to locks and are none themselves. */
export type Companions = {
  /** Names of such keys of this lock, to be read with it: at most 48. */
  of(raw: RawKey): ByteString[];
  /** Whether they are read with every lock of the format, and not only with those that were seen to have one. */
  always?: boolean;
  /** How the names of such keys lead back to the lock; absent = they say nothing. */
  names?: {
    /** Matches them, perhaps others too; no look-behind: it becomes part of one large pattern. */
    shape: RegExp;
    /** Names of the locks that such a key may belong to, the likeliest first; empty when it is no such key. */
    ownersOf(key: ByteString): ByteString[];
  };
};

/** Pub/sub channels on which waiters of the format hear that a lock is free. */
export type Channels = {
  /** Glob that all of them match. */
  pattern: string;
  channelOf(key: ByteString): ByteString;
  /** Channel on which this one waiter is told that its turn has come; absent = all listen on the lock's. */
  waiterChannelOf?(key: ByteString, token: ByteString): ByteString;
  /** Names of the locks that a channel may belong to, the likeliest first. */
  keysOf(channel: ByteString): ByteString[];
};

/**
 * `spares`: it compares, and a successor stays. `deletes`: it frees the lock, whoever has it. `drifts`: it counts once more.
 * `unknown`: that is the application's.
 */
export type LateUnlock = 'spares' | 'deletes' | 'drifts' | 'unknown';

/**
 * A lock format: data, two pure functions (`recognise`, `decode`) and what may be done with it.
 * An action a format lacks has no button. Regular expressions see byte strings (one character per byte).
 */
export type Format = {
  id: string;
  library: string;
  language: string;
  kind: LockKind;
  redisType: Extract<RedisType, 'string' | 'hash' | 'list' | 'set' | 'zset'>;
  /** Names that give this format's keys away; empty = any name, found by content or by channel. */
  names: NameShape[];
  /** The same of a configured format, which knows the whole name. */
  isName?(key: ByteString): boolean;
  companions?: Companions;
  /** Type first, then shape. Never claims more than the bytes prove. */
  recognise(sight: Observation): Confidence | null;
  /**
   * The lock's own key is absent: whether the keys beside it show a lock that nobody has and that is not for everybody to
   * take, such as one with a queue. `companions.of` must name those keys for a key of type `none`. Absent = a lock without
   * its key is none.
   */
  recogniseFree?(sight: Observation): Confidence | null;
  /** What else the bytes of a key that this format recognised could be, best first. */
  alternatives?(sight: Observation): FormatRef[];
  /** Whether several libraries write these bytes, so that the one that ran on the server tells whose they are. */
  ofSeveral?: true;
  /** The library, where several write the same and the name proves which; null = `library`. */
  libraryOf?(sight: Observation): string | null;
  decode(sight: Observation): Decoded;
  /** What our client calls the same bytes; the heartbeat record of a holder proves that it wrote them. */
  ours?: string;
  /** The process that a token in the lock's queue names; absent = such tokens name none. */
  waiterProcessOf?(token: ByteString): HolderProcess | null;
  /** Below what the TTL of a holder that renews never falls; null = this library does not renew, or only as `mayRenew` says. */
  healthyFloor: HealthyFloor | null;
  /**
   * The same where a library renews by itself only for an application that asks for it; `USUAL_FLOOR` where it is not known when.
   * It is for how long a hold is watched before it is released without consent; that no renewal comes is no finding. An
   * application that extends by calls of its own has no times that could be waited for. null = not this one; absent = none.
   */
  mayRenew?: HealthyFloor | ((sight: Observation) => HealthyFloor | null);
  /** A reader whose own lease ended stays written down, and keeps writers out, until it gives the lock back itself. */
  deadReadersStay?: boolean;
  /** Where waiters listen; absent = they leave no trace of this kind. */
  channels?: Channels;
  /** What a release wakes waiters by, where they cannot be counted by `channels`; absent = nothing, or those. */
  wakesBy?(key: ByteString): { channel: ByteString } | { list: ByteString };
  /** What the holder's own unlock does to a successor when it comes after a release by force, as the library sends it. */
  lateUnlock: LateUnlock | ((sight: Observation) => LateUnlock);
  /** What a release may bring about that other formats' do not, beside that. */
  hazards?: readonly HazardCode[];
  /** The setting without which nothing can be done to this key; null = no setting would allow it. */
  needs?(key: ByteString): ActionNeeds | null;
  /** What a full server may refuse: its script runs a command that may take memory (`denyoom`). */
  takesMemory?: readonly LockAction[];
  /** null = not in the state that is seen. */
  release?(act: HolderAction): ScriptPlan | null;
  extend?(act: HolderAction, leaseMs: number): ScriptPlan | null;
};

/** Identity function that gives a format literal its type. */
export function defineFormat(format: Format): Format {
  return format;
}
