import { type Kind, keyOf, type Mode } from './events';
import { LONGEST_LEASE_MS, type RoundPlan } from './plan-round';
import type { Random } from './random';

/** What an actor does with one lock, decided before it starts: no outcome changes what is drawn next. */
export type Step = {
  thinkMs: number;
  kind: Kind;
  keys: string[];
  mode: Mode;
  how: 'try' | 'wait' | 'force-release';
  /** Undefined = the lease of the client's settings. */
  leaseMs: number | undefined;
  watchdog: boolean;
  maxHoldMs: number | undefined;
  waitMs: number;
  abortAfterMs: number | null;
  holdMs: number;
  reenters: number;
  extendMs: number | null;
  release: 'once' | 'twice' | 'at once' | 'never';
  /** Between looking who holds a lock and force releasing it. */
  lookMs: number;
};

/** Next step of an actor of this round. */
export function planStep(plan: RoundPlan, random: Random): Step {
  const kind = random.pick(plan.kinds);
  const watchdog = random.chance(0.3) && kind !== 'semaphore';
  const leaseMs = random.between(60, 300);
  const how = random.next();
  const length = random.next();
  const quickMs = random.between(0, 15);
  const longMs = random.between(50, LONGEST_LEASE_MS);
  const overrunMs = leaseMs + random.between(1, 100);
  const [abort, reenter, extend, end] = [random.next(), random.next(), random.next(), random.next()];
  const abortMs = random.between(0, 60);
  const extendMs = random.between(20, LONGEST_LEASE_MS - 100);
  const [limit, limitMs] = [random.next(), random.between(20, 200)];
  const write = random.chance(0.3);
  return {
    thinkMs: random.between(0, 12),
    kind,
    keys: planKeys(kind, plan, random),
    mode: modeOf(kind, write),
    how: how < 0.35 ? 'try' : how < 0.95 ? 'wait' : 'force-release',
    leaseMs: watchdog ? undefined : leaseMs,
    watchdog,
    maxHoldMs: watchdog && limit < 0.1 ? limitMs : undefined,
    waitMs: random.between(1, 800),
    abortAfterMs: abort < 0.06 ? abortMs : null,
    holdMs: length < 0.85 ? quickMs : length < 0.95 || watchdog ? longMs : overrunMs,
    reenters: reenter < 0.3 ? Math.ceil(reenter * 10) : 0,
    extendMs: extend < 0.25 ? extendMs : null,
    release: end < 0.85 ? 'once' : end < 0.9 ? 'twice' : end < 0.95 || watchdog ? 'at once' : 'never',
    lookMs: random.between(0, 20),
  };
}

function planKeys(kind: Kind, plan: RoundPlan, random: Random): string[] {
  const numbers = Array.from({ length: plan.keysPerKind }, (_, n) => n);
  const chosen = random.shuffled(numbers).slice(0, kind === 'multi-lock' ? 2 : 1);
  return chosen.map((n) => keyOf(plan.name, kind, n));
}

function modeOf(kind: Kind, write: boolean): Mode {
  if (kind === 'semaphore') return 'permit';
  return kind === 'read-write' && !write ? 'read' : 'exclusive';
}
