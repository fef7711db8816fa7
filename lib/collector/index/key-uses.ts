import { type ByteString, displayOf } from '../../domain/keys/bytes';
import {
  type Beside,
  COLLISION_MEMORY_MS,
  type Collision,
  collides,
  libraryFamilyOf,
  type ReadAs,
  wasLock,
} from '../../domain/locks/collision';
import type { Recognised, Registry } from '../../formats/index';
import type { Entry } from './entry-types';

const KEYS = 5_000;
const USES = 4;

type Use = Pick<Entry, 'key' | 'recognised' | 'lastReadMs'>;

/** What keys were used for before: the last four uses of each, of the last 5,000 that changed, for an hour. */
export type KeyUses = {
  /** The key is not read as this any more. */
  ended(use: Use): void;
  /** What else the key was used for before the use that this reading shows, and what is beside it; null = nothing. */
  collision(recognised: Recognised, entry: Entry | undefined, sameHold: boolean): Collision | null;
  /** Whether the key has a lock, or had one a while ago. */
  hadLock(key: ByteString, use: Use | undefined, nowMs: number): boolean;
};

/** Without `companionFormats` nothing is told of the keys beside a lock. */
export function createKeyUses(companionFormats: Registry['companionFormats'] = () => []): KeyUses {
  const uses = new Map<ByteString, readonly ReadAs[]>();
  const since = (key: ByteString, nowMs: number) =>
    (uses.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < COLLISION_MEMORY_MS);

  function ended({ key, recognised, lastReadMs }: Use): void {
    const use = readAs(recognised, lastReadMs);
    // What could never collide with anything need not be remembered.
    if (!use.named && !use.unknown && !wasLock(use)) return;
    const others = since(key, use.atMs).filter(
      ({ formatId, type }) => formatId !== use.formatId || type !== use.type,
    );
    uses.delete(key);
    uses.set(key, [...others, use].slice(-USES));
    if (uses.size > KEYS) uses.delete(uses.keys().next().value ?? '');
  }

  return {
    ended,
    collision(recognised, entry, sameHold) {
      const { key, type, readAtMs } = recognised.sight.raw;
      const beside = foreignCompanions(recognised, companionFormats);
      const known = entry?.facts.collision ?? null;
      const was = entry?.recognised;
      const sameUse = was?.format.id === recognised.format.id && was.sight.raw.type === type;
      if (entry && !sameUse) ended(entry);
      if (!uses.has(key) && !beside && !known) return null;
      const now = readAs(recognised, readAtMs);
      const before =
        sameUse && sameHold
          ? (known?.before ?? null)
          : (since(key, readAtMs).findLast((use) => collides(now, use)) ?? null);
      return before || beside ? { sinceMs: known?.sinceMs ?? readAtMs, now, before, beside } : null;
    },
    hadLock: (key, use, nowMs) =>
      (use !== undefined && wasLock(readAs(use.recognised, use.lastReadMs))) ||
      since(key, nowMs).some(wasLock),
  };
}

/** What a lock was read as, last at `atMs`. */
function readAs({ format, confidence, alternatives, sight }: Recognised, atMs: number): ReadAs {
  return {
    formatId: format.id,
    library: format.library,
    type: sight.raw.type,
    confidence,
    named: sight.named,
    unknown: format.library === 'unknown value',
    alternatives: alternatives.map(({ library }) => library),
    atMs,
  };
}

/**
 * A key that was read with a lock and belongs to a lock of another library. Only what holds several things counts, such
 * as a queue: counters stay behind when a program moves to another library.
 */
function foreignCompanions(
  { format, sight, alternatives }: Recognised,
  companionFormats: Registry['companionFormats'],
): Beside | null {
  if (sight.companions.size === 0) return null;
  const own = new Set([format.library, ...alternatives.map(({ library }) => library)].map(libraryFamilyOf));
  for (const { key, type } of sight.companions.values()) {
    if (type === 'none' || type === 'string' || type === 'other') continue;
    const [first, ...others] = companionFormats(key, sight.raw.key);
    if (!first || [first, ...others].some(({ library }) => own.has(libraryFamilyOf(library)))) continue;
    return { key: displayOf(key).text, type, library: first.library };
  }
  return null;
}
