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

/** Previous uses of keys: the last four uses of each of the last 5,000 keys that changed, for an hour. */
export type KeyUses = {
  /** The key no longer reads as this. */
  ended(use: Use): void;
  /** What else the key was used for before this reading, and foreign keys next to it; null = nothing. */
  collision(recognised: Recognised, entry: Entry | undefined, sameHold: boolean): Collision | null;
  /** Whether the key has a lock, or had one a while ago. */
  hadLock(key: ByteString, use: Use | undefined, nowMs: number): boolean;
};

/** Without `companionFormats` companion keys are not checked. */
export function createKeyUses(companionFormats: Registry['companionFormats'] = () => []): KeyUses {
  const uses = new Map<ByteString, readonly ReadAs[]>();
  const since = (key: ByteString, nowMs: number) =>
    (uses.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < COLLISION_MEMORY_MS);

  function ended({ key, recognised, lastReadMs }: Use): void {
    const use = readAs(recognised, lastReadMs);
    // A use that can collide with no other need not be remembered.
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

/** The interpretation of a key, last read at `atMs`. */
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
 * A companion key that belongs to a lock of another library. Only collections count, such as a queue: counters stay behind
 * when a program moves to another library.
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
