import type { ByteString } from '../../domain/keys/bytes';
import type { FenceBack, LockFacts } from '../../domain/locks/lock-facts';
import type { Recognised } from '../../formats/index';

const LOCKS = 50_000;

/** The highest fencing token seen of each lock, of the last 50,000: a resource that checks them knows it as well. */
export type Fences = {
  /** The facts with whether this reading's token is lower than one that was issued before. */
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
    highest.delete(key); // the longest unseen is forgotten first
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
