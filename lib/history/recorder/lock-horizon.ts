import type { Lock } from '../../contract/lock';
import type { HorizonWrite } from '../database/batch';
import { isHeld } from './holders';

const STEPS = [
  ['within_10s', 10_000],
  ['within_1m', 60_000],
  ['within_10m', 600_000],
  ['within_1h', 3_600_000],
] as const;

/**
 * Held locks by the time their lease has left; each counts once, in the first step that holds its deadline. One whose server
 * is silent has no deadline we could vouch for. Pure.
 */
export function horizonAt(locks: Iterable<Lock | null>, nowMs: number): HorizonWrite {
  const horizon: HorizonWrite = {
    ...{ atMs: nowMs, within_10s: 0, within_1m: 0, within_10m: 0, within_1h: 0, later: 0, never: 0 },
  };
  for (const lock of locks) {
    if (!lock || lock.state === 'unknown' || !isHeld(lock)) continue;
    const deadline = lock.valueDeadlineMs ?? lock.expiresAtMs;
    if (deadline === null) continue;
    if (deadline === 'none') horizon.never += 1;
    else horizon[STEPS.find(([, ms]) => deadline - nowMs <= ms)?.[0] ?? 'later'] += 1;
  }
  return horizon;
}
