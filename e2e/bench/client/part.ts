import { type Figure, percentile } from '../../support/bench-report';

export type Requirement = { name: string; limit: string; value: number; met: boolean };

/** What one part of the measurement found. */
export type Part = {
  title: string;
  /** What the ratios of the figures are against. */
  baseline: string;
  figures: Figure[];
  requirements: Requirement[];
  notes: string[];
};

export type PartOptions = {
  /** Rounds that count; one more before them warms up. */
  rounds: number;
};

export type Limit = { atLeast: number } | { above: number } | { atMost: number };

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** `unit` is that of the value, × for a ratio. */
export function requirement(name: string, value: number, limit: Limit, unit: string): Requirement {
  if ('atLeast' in limit)
    return { name, limit: `≥ ${limit.atLeast} ${unit}`, value, met: value >= limit.atLeast };
  if ('above' in limit) return { name, limit: `> ${limit.above} ${unit}`, value, met: value > limit.above };
  return { name, limit: `≤ ${limit.atMost} ${unit}`, value, met: value <= limit.atMost };
}

/** A check that something is exactly so: `value` counts what is wrong. */
export function none(name: string, value: number): Requirement {
  return { name, limit: 'exactly 0', value, met: value === 0 };
}
