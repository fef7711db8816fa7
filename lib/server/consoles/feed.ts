import type { Collector, IndexPatch } from '../../collector/types';
import type { Lock, LockEvent } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import { keyOfSlug, type LockId, parseLockId } from '../../domain/keys/lock-id';
import type { FeedLine, KeySight } from './wire';

const STATE_MS = 1_000;
/** Locks in one line: a few hundred kilobytes. */
const LINE_LOCKS = 200;
/** A follower that is this far behind begins anew. */
const EVENTS = 50_000;

/**
 * Everything a collector knows, as lines of JSON: every lock once, then what changes, and each second how its servers are.
 * A slow follower gets a lock's newest state only, and is cut off when it is `EVENTS` events behind; what waits for it is
 * bounded by the number of locks. Ends with `signal`, or when the follower goes.
 */
export function collectorFeed(collector: Collector, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const changed = new Map<LockId, Lock>(collector.locks().map((lock) => [lock.id, lock]));
  const removed = new Set<LockId>();
  let events: LockEvent[] = [];
  let whole = false;
  let stateDue = true;
  let wanted: (() => void) | null = null;
  let ended = false;
  let end = () => {};

  function take(patch: IndexPatch): void {
    for (const id of patch.removed) {
      changed.delete(id);
      removed.add(id);
    }
    for (const lock of patch.changed) {
      removed.delete(lock.id);
      changed.set(lock.id, lock);
    }
    events.push(...patch.events);
    if (events.length > EVENTS) end();
    else wanted?.();
  }

  function next(): FeedLine | null {
    if (changed.size + removed.size + events.length > 0) {
      const locks = [...changed.values()].slice(0, LINE_LOCKS);
      for (const { id } of locks) changed.delete(id);
      const line: FeedLine = {
        ...{ type: 'locks', changed: locks, sights: locks.map((lock) => sightOf(collector, lock)) },
        // Events tell of locks as they are after all of the changes.
        ...(changed.size === 0 ? { removed: [...removed], events } : { removed: [], events: [] }),
      };
      if (changed.size === 0) {
        removed.clear();
        events = [];
      }
      return line;
    }
    whole = true;
    if (!stateDue) return null;
    stateDue = false;
    return {
      ...{ type: 'state', whole, name: collector.name(), isUp: collector.isUp() },
      ...{ nodes: collector.nodes(), totals: collector.totals(), waits: collector.waits() },
    };
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const unsubscribe = collector.onPatch(take);
        const timer = setInterval(() => {
          stateDue = true;
          wanted?.();
        }, STATE_MS);
        end = () => {
          if (ended) return;
          ended = true;
          clearInterval(timer);
          unsubscribe();
          signal.removeEventListener('abort', end);
          wanted?.();
          try {
            controller.close();
          } catch {
            // the follower had gone already
          }
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      },
      async pull(controller) {
        for (;;) {
          if (ended) return;
          const line = next();
          if (line) {
            controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
            return;
          }
          await new Promise<void>((resolve) => {
            wanted = resolve;
          });
          wanted = null;
        }
      },
      cancel: () => end(),
    },
    { highWaterMark: 256 * 1024, size: (chunk) => chunk.byteLength },
  );
}

/** What a collector knows of a lock's key beside the lock. */
export function sightOf(collector: Collector, { id }: Pick<Lock, 'id'>): KeySight {
  const key = keyOfId(id) ?? collector.find(id)?.key ?? '';
  return { key, named: collector.matchesPattern(key), heard: collector.heardOf(key) };
}

function keyOfId(id: LockId): ByteString | null {
  const slug = parseLockId(id)?.slug;
  return slug === undefined ? null : keyOfSlug(slug);
}
