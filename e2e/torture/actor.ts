import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from './calls';
import type { CallEvent, Kind } from './events';
import type { AnyLease, OpenKind } from './kinds';
import type { RoundPlan } from './plan-round';
import { planStep, type Step } from './plan-step';
import type { Random } from './random';

type Named = { name: string; held: AnyLease };

/** Longest time between two samples of what a lease promises. */
const SAMPLE_MS = 25;

/** Does one planned step after the other until `stopping` aborts; what it holds then it gives back. */
export async function runActor(
  plan: RoundPlan,
  random: Random,
  open: ReadonlyMap<Kind, OpenKind>,
  calls: Calls,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const step = planStep(plan, random);
    await pause(step.thinkMs);
    const kind = open.get(step.kind);
    if (!kind) throw new Error(`${step.kind} is not open`);
    if (step.how === 'force-release') await forceRelease(step, kind, calls);
    else await holdOnce(step, kind, calls, stopping);
  }
}

async function forceRelease(step: Step, kind: OpenKind, calls: Calls): Promise<void> {
  const [key] = step.keys;
  if (!kind.look || !key) return;
  const seen = await kind.look(key).catch(() => null); // the server may be away
  if (!seen) return;
  await pause(step.lookMs);
  const mode = step.kind === 'read-write' && !seen.token.endsWith(':write') ? 'read' : step.mode;
  const client = kind.clientOf(mode);
  const call = { act: 'force-release', ...whatOf(step), token: seen.token } as const;
  await calls.make(
    call,
    () => client.forceRelease(key, seen),
    () => ({}),
  );
}

async function holdOnce(step: Step, kind: OpenKind, calls: Calls, stopping: AbortSignal): Promise<void> {
  const first = await acquire(step, kind, calls, stopping);
  if (!first) return;
  const leases = [first];
  await hold(step.holdMs / 2, leases, calls);
  for (let i = 0; i < step.reenters; i++) {
    const again = await reenter(step, first, calls);
    if (again) leases.push(again);
  }
  if (step.extendMs !== null) await extend(step, first, calls);
  await hold(step.holdMs / 2, leases, calls);
  if (step.release === 'never') return;
  if (step.release === 'at once') await Promise.all(leases.map((lease) => release(step, lease, calls)));
  else for (const lease of leases.reverse()) await release(step, lease, calls);
  if (step.release === 'twice') await release(step, first, calls);
}

async function acquire(
  step: Step,
  kind: OpenKind,
  calls: Calls,
  stopping: AbortSignal,
): Promise<Named | null> {
  const { keys, leaseMs, watchdog, maxHoldMs, waitMs, abortAfterMs } = step;
  const key = step.kind === 'multi-lock' ? keys : (keys[0] ?? '');
  const client = kind.clientOf(step.mode);
  const signal =
    abortAfterMs === null ? stopping : AbortSignal.any([stopping, AbortSignal.timeout(abortAfterMs)]);
  const options = { leaseMs, watchdog, maxHoldMs, signal };
  const made = await calls.make(
    { act: 'acquire', ...whatOf(step) },
    (op) =>
      step.how === 'try'
        ? client.tryAcquire(key, options)
        : client.acquire(key, { ...options, waitMs, onWaiting: () => calls.waiting(op) }),
    (lease) => (lease ? calls.promised(lease) : { outcome: 'busy' }),
  );
  return made?.result ? watched(made.op, made.result, calls) : null;
}

async function reenter(step: Step, { name, held }: Named, calls: Calls): Promise<Named | null> {
  const downgrade = held.acquireRead !== undefined && step.reenters % 2 === 1;
  const again = downgrade ? held.acquireRead : held.reenter;
  if (!again) return null;
  const what = { ...whatOf(step), lease: name, token: held.token };
  const made = await calls.make(
    { act: 'reenter', ...what, mode: downgrade ? 'read' : step.mode },
    () => again.call(held, { leaseMs: step.leaseMs }),
    calls.promised,
  );
  return made ? watched(made.op, made.result, calls) : null;
}

async function extend(step: Step, { name, held }: Named, calls: Calls): Promise<void> {
  await calls.make(
    { act: 'extend', ...whatOf(step), lease: name, token: held.token },
    () => held.extend(step.extendMs ?? 0),
    () => calls.promised(held),
  );
}

async function release(step: Step, { name, held }: Named, calls: Calls): Promise<void> {
  calls.sample(name, held);
  await calls.make(
    { act: 'release', ...whatOf(step), lease: name, token: held.token },
    () => held.release(),
    () => ({ holdCount: held.holdCount }),
  );
}

function watched(name: string, held: AnyLease, calls: Calls): Named {
  const lost = () => calls.lost(name, held);
  if (held.signal.aborted) lost();
  else held.signal.addEventListener('abort', lost, { once: true });
  return { name, held };
}

async function hold(ms: number, leases: Named[], calls: Calls): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= SAMPLE_MS) {
    await pause(Math.min(leftMs, SAMPLE_MS));
    for (const { name, held } of leases) if (!held.signal.aborted) calls.sample(name, held);
  }
}

function whatOf({ kind, keys, mode }: Step): Pick<CallEvent, 'kind' | 'keys' | 'mode'> {
  return { kind, keys, mode };
}
