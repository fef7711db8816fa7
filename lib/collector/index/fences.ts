import type { ByteString } from '../../domain/keys/bytes';
import type { FenceBack, LockFacts } from '../../domain/locks/lock-facts';
import type { Recognised } from '../../formats/index';

const LOCKS = 50_000;

/** The highest fencing token read of each of the last 50,000 locks: a resource that checks tokens knows it too. */
type Fences = {
  /** Adds to the facts whether this reading's token is lower than an earlier one. */
  into(facts: LockFacts, recognised: Recognised): LockFacts;
};

export function createFences(): Fences {
  const highest = new Map<ByteString, bigint>();

  function backOf(known: FenceBack | null, { decoded, sight }: Recognised): FenceBack | null {
    const { key, readAtMs } = sight.raw;
    const { fencingToken } = decoded;
    if (fencingToken === undefined || !/^\d{1,40}$/.test(fencingToken)) return known;
    const token = BigInt(fencingToken);
    const before = highest.get(key);
    if (before !== undefined && token < before) {
      return { highest: String(before), token: fencingToken, sinceMs: known?.sinceMs ?? readAtMs };
    }
    highest.delete(key); // the least recently read is forgotten first
    highest.set(key, token);
    if (highest.size > LOCKS) highest.delete(highest.keys().next().value ?? '');
    return null;
  }

  return {
    into(facts, recognised) {
      const known = facts.fenceBack ?? null;
      const fenceBack = backOf(known, recognised);
      if (fenceBack?.token === known?.token && fenceBack?.highest === known?.highest) return facts;
      return { ...facts, fenceBack };
    },
  };
}
