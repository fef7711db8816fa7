import type { Although } from '../../contract/action-codes';
import type { Lock } from '../../contract/lock';
import { althoughOf, isConsent, isSeenToRenew } from '../../domain/actions/although';
import type { ByteString } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import type { DecodedHolder } from '../../formats/core/format';
import type { KeyLocation } from '../../reads/find-lock';
import { lockAsRead } from '../../reads/lock-as-read';
import type { LockReading } from '../../reads/read-lock';
import type { Runtime } from '../../server/runtime/types';
import { areEndsReported } from '../plan/acquisition';
import { holderSeen, sha256Hex } from '../plan/holder-seen';
import { indistinguishable, isKnownByDeadline } from '../plan/indistinguishable';
import { requirementsOf, typedKeyOf } from '../plan/preview-action';
import type { KeyAction } from './key-action';
import type { LeaseEnd } from './perform-action';

/** Throws `read-only`, and `invalid-argument` while a reason or the typed key is missing that the server insists on. */
export function requireConsent(
  request: KeyAction,
  { key, watched }: KeyLocation,
  known: Lock | null,
  nowMs: number,
): void {
  const { action, body, part } = request;
  const { target } = watched;
  if (target.readOnly) throw new ConsoleError('read-only', `${target.name} is watched read-only.`);
  const holder = holderSeen(known, body.seen.tokenDigest);
  const lock = known && { ...known, holders: holder ? [holder] : known.holders };
  const requires = requirementsOf(
    action,
    { target, lock },
    {
      isUnproven: part?.isOnlyPossible ?? false,
      isAlone: known?.holders.length === 1,
      readAtMs: nowMs,
    },
  );
  if (target.production) requireReason(request, 'This target asks for a reason.');
  if (requires.typedKey && !isCounted(request, known)) requireTypedKey(request, key);
}

/** A count was typed instead of its key: it is one of a run, and surely a lock. */
export function isCounted({ run }: KeyAction, known: Lock | null): boolean {
  return run != null && known?.possible !== true;
}

/**
 * Throws `invalid-argument` without the typed key where nothing distinguishes the hold that was seen from the next one. In a
 * run, where no key is typed, the deadline does that for a token which its holder writes again, unless it was seen to renew
 * (`isRenewing`): it may have begun its next hold in the moment of the reading.
 */
export function requireProof(
  holder: DecodedHolder,
  request: KeyAction,
  place: KeyLocation,
  { ends, isRenewing }: { ends: LeaseEnd; isRenewing: boolean },
): void {
  const { run, body } = request;
  const areProven = body.seen.acquisition?.confirmed === true && areEndsReported(place);
  const unproven = indistinguishable(holder, areProven);
  if (unproven === null) return;
  const isOfGroup = place.watched.masters.length > 0; // their deadlines are compared to a second only
  const isStill = ends === 'as-seen' && !isRenewing;
  const isKnown = run != null && isStill && !isOfGroup && isKnownByDeadline(body.seen);
  if (unproven !== 'next-hold-indistinguishable' || !isKnown) requireTypedKey(request, place.key);
}

/** The consent that an act takes, null = none, and whether its holder was seen to renew. */
export type ConsentNow = { needed: Although | null; isRenewing: boolean };

/** The consent that an act takes by what the collector knows by now, or this reading alone where it knows nothing. */
export function althoughNow(
  { body }: { body: Pick<KeyAction['body'], 'seen'> },
  { id, watched: { collector } }: KeyLocation,
  reading: LockReading | null,
  { now }: Pick<Runtime, 'now'>,
): ConsentNow {
  const known = collector.find(id)?.lock ?? (reading && lockAsRead(reading, null, collector, now()));
  if (!known) return { needed: null, isRenewing: false };
  const holder = holderSeen(known, body.seen.tokenDigest);
  const { holders, renewal } = known;
  const judged = { holders: holder ? [holder] : holders, renewal, isAlone: holders.length === 1 };
  const needed = althoughOf(judged, now());
  return { needed, isRenewing: isSeenToRenew(needed, renewal) };
}

function requireReason({ body }: KeyAction, message: string): void {
  if (body.reason.trim() === '') throw new ConsoleError('invalid-argument', message, { setting: 'reason' });
}

/** Throws `invalid-argument` without the consent, and the reason, that this takes. */
export function requireAlthough(request: KeyAction, needed: Although | null): void {
  if (needed === null) return;
  if (isConsent(request.body.although ?? null, needed)) {
    requireReason(request, 'A release although its holder may work on asks for a reason.');
    return;
  }
  const message =
    needed === 'alive'
      ? 'The holder is alive; a release needs consent to that.'
      : 'The holder may renew: less than a renewal period has passed since its last renewal, or since it is watched; a release needs consent to that.';
  throw new ConsoleError('invalid-argument', message, { setting: 'although', although: needed });
}

function requireTypedKey({ body, part }: KeyAction, key: ByteString): void {
  const asked = part?.typedAs ?? key;
  const typedKey = typedKeyOf(asked, sha256Hex(asked));
  if (body.typedKey === typedKey) return;
  throw new ConsoleError('invalid-argument', 'The typed key is not the one that was asked for.', {
    setting: 'typedKey',
    typedKey,
  });
}
