import type { LockEventKind } from '../../lib/contract/codes';
import type { Lock, LockEvent } from '../../lib/contract/lock';
import { displayOf } from '../../lib/domain/keys/bytes';
import { counted } from '../../lib/domain/values/counted';
import type { HistoryBatch } from '../../lib/history/database/batch';
import { createRecorder } from '../../lib/history/recorder/recorder';
import { aHolder, aLock, waitingFor } from './a-lock';

export type TrueHold = {
  lock: string;
  token: string;
  fromMs: number;
  toMs: number | null;
  ended: string | null;
  renewals: number;
};
/** From `atMs` on so many waited. */
export type TrueWait = { lock: string; atMs: number; count: number };

export type Step =
  | { do: 'acquire'; lock: number; leaseMs: number }
  | { do: 'release' | 'force' | 'renew'; lock: number }
  | { do: 'wait'; lock: number; count: number }
  | { do: 'pass'; ms: number };

type Now = { hold: TrueHold; lock: Lock; leaseMs: number };

/** After that those who waited for a lock that is gone are taken to have gone when it went. */
const RECOUNT_MS = 1_500;
const START_MS = 1_700_000_003_000;

/** Locks whose history is known, told to a recorder as an index would tell them; once a second it is drained. */
export class SimulatedLocks {
  nowMs = START_MS;
  readonly holds: TrueHold[] = [];
  readonly waits: TrueWait[] = [];
  readonly batches: HistoryBatch[] = [];
  readonly recorder = createRecorder({ target: 'test', watcher: 'here' });
  readonly #held = new Map<string, Now>();
  readonly #gone = new Map<string, { count: number; atMs: number }>();
  #tokens = 0;

  constructor() {
    this.recorder.watched(this.nowMs, this.nowMs);
  }

  run(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.do === 'pass') this.pass(step.ms);
      else this.#act(step);
    }
  }

  /** Leases that run out meanwhile are noticed when it is over. */
  pass(ms: number): void {
    const until = this.nowMs + ms;
    while (this.nowMs < until) {
      this.nowMs = Math.min(until, Math.floor(this.nowMs / 1_000) * 1_000 + 1_000);
      for (const [name, { lock, hold }] of this.#held) {
        const deadline = Number(lock.expiresAtMs);
        if (deadline <= this.nowMs) this.#end(name, hold, 'expired', deadline);
      }
      if (this.nowMs % 1_000 === 0) this.#second();
    }
  }

  #act(step: Exclude<Step, { do: 'pass' }>): void {
    const name = `${step.lock % 2 ? 'order' : 'stock'}:${step.lock}`;
    const now = this.#held.get(name);
    if (step.do === 'acquire') {
      if (!now) this.#acquire(name, step.leaseMs);
      return;
    }
    if (!now) return;
    const { hold, lock, leaseMs } = now;
    if (step.do === 'release') this.#end(name, hold, 'released', this.nowMs);
    else if (step.do === 'force') this.#end(name, hold, 'force-released', this.nowMs);
    else if (step.do === 'wait') {
      if (step.count !== waitingFor(lock))
        this.waits.push({ lock: name, atMs: this.nowMs, count: step.count });
      this.#tell(
        name,
        { ...now, lock: { ...lock, waiters: { ...lock.waiters, count: counted(step.count) } } },
        [],
      );
    } else {
      hold.renewals += 1;
      this.#tell(name, { ...now, lock: { ...lock, expiresAtMs: this.nowMs + leaseMs } }, ['renewed']);
    }
  }

  #acquire(name: string, leaseMs: number): void {
    const token = `token-${++this.#tokens}`;
    const hold: TrueHold = { lock: name, token, fromMs: this.nowMs, toMs: null, ended: null, renewals: 0 };
    this.holds.push(hold);
    const count = this.#gone.get(name)?.count ?? 0;
    this.#gone.delete(name);
    const known = { by: 'event', atMs: this.nowMs } as const;
    const since = { atMs: this.nowMs, atLeast: false, known };
    const holder = aHolder({ token: displayOf(token), since, ttlMs: leaseMs });
    const expiresAtMs = this.nowMs + leaseMs;
    const lock = aLock({
      name,
      holders: [holder],
      expiresAtMs,
      ttlMs: leaseMs,
      waiters: { count: counted(count), known },
    });
    this.#tell(name, { hold, lock, leaseMs }, ['acquired']);
  }

  #end(name: string, hold: TrueHold, kind: LockEventKind, atMs: number): void {
    const { lock } = this.#held.get(name) as Now;
    hold.toMs = atMs;
    hold.ended = kind;
    this.#held.delete(name);
    const count = waitingFor(lock);
    if (count) this.#gone.set(name, { count, atMs: this.nowMs });
    this.recorder.take({ removed: lock.id, events: [this.#event(lock, kind)] }, this.nowMs);
  }

  #tell(name: string, now: Now, kinds: LockEventKind[]): void {
    this.#held.set(name, now);
    this.recorder.take(
      { lock: now.lock, events: kinds.map((kind) => this.#event(now.lock, kind)) },
      this.nowMs,
    );
  }

  #event({ id, key, holders }: Lock, kind: LockEventKind): LockEvent {
    const holder = holders[0]?.token.text ?? null;
    const told = { seq: 0, id, target: 'test', key: key.text, values: {} };
    return { ...told, atMs: this.nowMs, kind, by: 'event', holder };
  }

  #second(): void {
    for (const [name, { atMs }] of this.#gone) {
      if (this.nowMs - atMs < RECOUNT_MS) continue;
      this.waits.push({ lock: name, atMs, count: 0 });
      this.#gone.delete(name);
    }
    this.recorder.watched(this.nowMs - 1_000, this.nowMs);
    const batch = this.recorder.drain(this.nowMs, null);
    if (batch) this.batches.push(batch);
  }
}
