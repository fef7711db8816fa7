import type { Lock, LockEvent } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';
import type { LockChange } from '../../history/recorder/lock-change';
import type { IndexPatch } from '../types';

const SPACING_MS = 100;
const FIRST_MS = 5;

export type Patches = {
  add(change: LockChange): void;
  subscribe(listener: (patch: IndexPatch) => void): () => void;
  /** Sends the remaining changes and ends. */
  stop(): void;
};

/** Coalesces changes and emits them at most ten times a second, the first one at once. */
export function createPatches(
  now: () => number,
  beforeSend: (patch: IndexPatch) => void,
  onError: (error: unknown) => void,
): Patches {
  const listeners = new Set<(patch: IndexPatch) => void>();
  let changed = new Map<LockId, Lock>();
  let removed = new Set<LockId>();
  let events: LockEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let stopped = false;

  function send(): void {
    timer = null;
    if (changed.size + removed.size + events.length === 0) return;
    const patch = { changed: [...changed.values()], removed: [...removed], events };
    changed = new Map();
    removed = new Set();
    events = [];
    sentAtMs = now();
    for (const listener of [beforeSend, ...listeners]) {
      try {
        listener(patch);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    add(change) {
      if (change.lock) {
        changed.set(change.lock.id, change.lock);
        removed.delete(change.lock.id);
      }
      if (change.removed !== undefined) {
        removed.add(change.removed);
        changed.delete(change.removed);
      }
      for (const event of change.events) events.push(event);
      if (!timer && !stopped) timer = setTimeout(send, Math.max(FIRST_MS, sentAtMs + SPACING_MS - now()));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      send();
      listeners.clear();
    },
  };
}
