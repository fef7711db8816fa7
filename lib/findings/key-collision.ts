import type { Evidence } from '../contract/finding';
import type { Collision } from '../domain/locks/collision';
import { lineRead } from './core/line-read';
import { agoOf, found, type LockRule, notFound, shownAnewMs } from './core/lock-rule';

/** Two programs use one key for different things. */
export const keyCollision: LockRule<'key-collision'> = {
  code: 'key-collision',
  severity: 'at-risk',
  detect({ facts: { collision } }, nowMs) {
    if (!collision) return notFound();
    const { sinceMs } = collision;
    const evidence = collisionEvidence(collision, nowMs);
    return found({ sinceMs, evidence, reason: agoOf(sinceMs, nowMs) }, shownAnewMs(sinceMs, nowMs));
  },
};

/**
 * Both readings with their times, or the reading and its companion key. Values by code: `read-as-now` library, type ·
 * `read-as-before` library, type, agoMs · `key-beside` key, library, type.
 */
export function collisionEvidence({ now, before, beside }: Collision, nowMs: number): Evidence[] {
  const lines = [lineRead('read-as-now', { library: now.library, type: now.type }, 'at-risk', now.atMs)];
  if (before) {
    const { library, type, atMs } = before;
    lines.push(lineRead('read-as-before', { library, type, ...agoOf(atMs, nowMs) }, 'at-risk', atMs));
  }
  if (beside) lines.push(lineRead('key-beside', { ...beside }, 'at-risk', now.atMs));
  return lines;
}
