import { type ByteString, type DisplayText, displayOf } from '../../domain/keys/bytes';
import { familyOf } from '../../domain/keys/family';
import { isInternalKey } from '../../domain/keys/internal-keys';
import type { RawKey } from '../../domain/keys/raw-key';
import type { Recognised, Registry } from '../../formats/index';
import type { LockInfo } from '../../history/database/batch';
import { holdTypeOf } from './countable';
import type { HoldType } from './hold-events';

const FAMILIES = 5_000;
const OTHERS = 5_000;
/** A name that says nothing is trusted once so many keys of its family were read as locks. */
const ENOUGH = 3;

/** What readings of its keys have shown of a family. */
export type LockFamily = {
  readonly name: string;
  /** Its names match a lock pattern. */
  readonly isNamed: boolean;
  /** How a lock of each type was recognised last. */
  readonly kinds: Map<HoldType, Pick<LockInfo, 'kind' | 'formatId' | 'library'>>;
  /** The first keys of it that were read as locks. */
  readonly confirmed: Set<ByteString>;
  /** A key of it was read that is no lock, or one whose holds events do not distinguish. */
  isMixed: boolean;
};

/**
 * Which families of names have locks that events can count, as learned from the keys that are read. Forgets the ones that
 * were read longest ago beyond `FAMILIES`.
 */
export type LockFamilies = {
  /** The family of a key that is, or by its name may be, such a lock; null = its events do not count. */
  of(key: ByteString): LockFamily | null;
  /** A key was read. Returns its family where that is trusted, or mixed, from now on and was not before. */
  learn(raw: RawKey, recognised: Recognised | null): LockFamily | null;
  /** How the lock of a key is named in figures. */
  infoOf(key: ByteString, family: LockFamily, type: HoldType | null): Omit<LockInfo, 'id'> | null;
};

/** Whether every key of the family is taken for a lock before it is read. */
export function isTrusted({ isMixed, kinds, isNamed, name, confirmed }: LockFamily): boolean {
  if (isMixed || kinds.size === 0) return false;
  return isNamed || !name.includes('*') || confirmed.size >= ENOUGH;
}

/** Whether it may yet be trusted: its names say lock, and none of its keys was read. */
export function isPending({ isMixed, kinds, isNamed }: LockFamily): boolean {
  return !isMixed && isNamed && kinds.size === 0;
}

export function createLockFamilies(registry: Pick<Registry, 'names' | 'ownersOf'>): LockFamilies {
  const families = new Map<string, LockFamily>();
  /** Names that say nothing, of keys that are no such locks. */
  const others = new Set<string>();

  /** `isLock` = the key was read as a lock; null = it was not read. */
  function known(key: ByteString, name: string, isLock: boolean | null): LockFamily | null {
    const family = families.get(name);
    if (family) return family;
    const isNamed = registry.names.matches(key);
    if (!isNamed && isLock === false) other(name);
    if (!isNamed && (!isLock || others.has(name))) return null;
    const isMixed = isInternalKey(key) || registry.ownersOf(key).length > 0;
    const fresh: LockFamily = { name, isNamed, kinds: new Map(), confirmed: new Set(), isMixed };
    families.set(name, fresh);
    if (families.size > FAMILIES) families.delete(families.keys().next().value ?? '');
    return fresh;
  }

  function other(name: string): void {
    others.delete(name);
    others.add(name);
    if (others.size > OTHERS) others.delete(others.values().next().value ?? '');
  }

  return {
    of(key) {
      const family = known(key, nameOf(displayOf(key)), null);
      return family && !family.isMixed ? family : null;
    },
    learn(raw, recognised) {
      if (raw.type === 'none' || raw.type === 'denied' || raw.type === 'elsewhere') return null;
      const name = nameOf(displayOf(raw.key));
      const type = recognised && holdTypeOf(recognised);
      const family = known(raw.key, name, type !== null);
      if (!family || family.isMixed) return null;
      const wasTrusted = isTrusted(family);
      if (!type || !recognised) {
        family.isMixed = true;
        return family;
      }
      const { kind, id, library } = recognised.format;
      family.kinds.set(type, { kind, formatId: id, library });
      if (family.confirmed.size < ENOUGH) family.confirmed.add(raw.key);
      families.delete(name);
      families.set(name, family);
      return !wasTrusted && isTrusted(family) ? family : null;
    },
    infoOf(key, family, type) {
      const kind = type ? family.kinds.get(type) : family.kinds.values().next().value;
      return kind ? { key: displayOf(key), family: family.name, ...kind } : null;
    },
  };
}

function nameOf({ text }: DisplayText): string {
  return familyOf(text);
}
