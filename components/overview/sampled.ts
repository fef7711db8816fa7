import { freshnessOf } from '@/components/app/node-summary';
import type { Overview } from '@/lib/contract/overview';

/** Every target is sampled once a second. */
const SAMPLED_MS = 2_000;

/** Of the bucket that runs nothing is known while no node answers; one that has just begun has no sample yet, and is left out. */
export function sampledOf(overview: Overview): Overview {
  const { series, nodes, nowMs } = overview;
  const last = series.at(-1);
  if (!last) return overview;
  if (freshnessOf(nodes, null).answering === 0)
    return { ...overview, series: [...series.slice(0, -1), { ...last, held: null, waiting: null }] };
  const isEmpty = last.held === null && nowMs - last.startMs < SAMPLED_MS;
  return isEmpty ? { ...overview, series: series.slice(0, -1) } : overview;
}
