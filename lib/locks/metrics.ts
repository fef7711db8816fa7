/** Public surface of `lockscope/client/metrics`: the client's events as prom-client metrics. */
import { Counter, Histogram, type Registry } from 'prom-client';
import { lockEvents } from './core/events';

/** Seconds: from a hand-over within a machine to a nightly batch. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

type LockMetricsOptions = {
  registry: Registry;
  /** Prefix of every metric name. Default `lockscope_lock_`. */
  prefix?: string;
};

/**
 * Counts the operations of all lock clients of this process from now on. The returned function stops that and removes the
 * metrics from the registry. Labels are bounded (kind of lock, outcome, reason of a loss): never a key or a token. Throws
 * prom-client's error when the registry has metrics of these names already.
 */
export function collectLockMetrics({ registry, prefix = 'lockscope_lock_' }: LockMetricsOptions): () => void {
  const registers = [registry];
  const wait = new Histogram({
    name: `${prefix}wait_seconds`,
    help: 'Time from asking for a lock to having it, or to giving up',
    labelNames: ['kind', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: `${prefix}attempts_total`,
    help: 'Attempts to take a lock',
    labelNames: ['kind'],
    registers,
  });
  const held = new Histogram({
    name: `${prefix}held_seconds`,
    help: 'Time a lock was held, until it was given back or lost',
    labelNames: ['kind', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const renewals = new Counter({
    name: `${prefix}renewals_total`,
    help: 'Renewals by the watchdog',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const losses = new Counter({
    name: `${prefix}losses_total`,
    help: 'Leases that were lost while they were held',
    labelNames: ['kind', 'why'],
    registers,
  });
  const stalls = new Counter({
    name: `${prefix}stalls_total`,
    help: 'Renewals that a blocked event loop ran late',
    labelNames: ['kind'],
    registers,
  });

  const stops = [
    lockEvents.acquire.listen(({ kind, outcome, waitedMs, attempts: made }) => {
      wait.observe({ kind, outcome }, waitedMs / 1_000);
      attempts.inc({ kind }, made);
    }),
    lockEvents.release.listen(({ kind, outcome, heldMs }) => {
      if (outcome === 'released') held.observe({ kind, outcome }, heldMs / 1_000);
    }),
    lockEvents.renew.listen(({ kind, outcome }) => renewals.inc({ kind, outcome })),
    lockEvents.lost.listen(({ kind, why, heldMs }) => {
      losses.inc({ kind, why });
      held.observe({ kind, outcome: 'lost' }, heldMs / 1_000);
    }),
    lockEvents.stall.listen(({ kind }) => stalls.inc({ kind })),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const metric of [wait, attempts, held, renewals, losses, stalls]) {
      registry.removeSingleMetric((metric as unknown as { name: string }).name);
    }
  };
}
