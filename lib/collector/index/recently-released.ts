import type { LockEventKind } from '../../contract/codes';
import type { Lock } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';

const LIMIT = 2_000;

/** The last state of released locks; the one released longest ago is forgotten first. */
type RecentlyReleased = {
  add(lock: Lock, how: LockEventKind | undefined): void;
  get(id: LockId): Lock | null;
  /** It is held again. */
  delete(id: LockId): void;
};

export function createRecentlyReleased(): RecentlyReleased {
  const gone = new Map<LockId, Lock>();
  return {
    add(lock, how) {
      const state = how === 'lost' ? 'lost' : 'free';
      const reason = { code: how === 'expired' ? ('lapsed' as const) : ('released' as const), values: {} };
      gone.delete(lock.id);
      gone.set(lock.id, { ...lock, state, reason, findings: [] });
      if (gone.size > LIMIT) gone.delete(gone.keys().next().value ?? '');
    },
    get: (id) => gone.get(id) ?? null,
    delete: (id) => void gone.delete(id),
  };
}
