export type Point = { x: number; y: number };
export type Scale = { low: number; high: number; ticks: number[] };

/** Splits at nulls: gaps stay gaps. */
export function runsOf<T>(values: readonly (T | null)[]): { start: number; values: T[] }[] {
  const runs: { start: number; values: T[] }[] = [];
  values.forEach((value, i) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last && last.start + last.values.length === i) last.values.push(value);
    else runs.push({ start: i, values: [value] });
  });
  return runs;
}

/** The other side of `runsOf`: where nothing is known, as start and length in buckets. */
export function gapsOf(values: readonly unknown[]): { start: number; length: number }[] {
  const missing = runsOf(values.map((value) => (value === null ? true : null)));
  return missing.map(({ start, values: run }) => ({ start, length: run.length }));
}

/** A scale around the values, with round ends; it need not begin at zero. */
export function lineScale(values: readonly (number | null)[]): Scale {
  const known = values.filter((value) => value !== null);
  const low = known.length > 0 ? Math.min(...known) : 0;
  const high = known.length > 0 ? Math.max(...known) : 1;
  const step = niceStep(Math.max(high - low, 1) / 2);
  const from = Math.max(0, Math.floor(low / step) * step);
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  return { low: from, high: to, ticks: [from, to] };
}

/** A scale from zero, for areas. */
export function areaScale(values: readonly (number | null)[]): Scale {
  const high = Math.max(1, ...values.filter((value) => value !== null));
  const step = niceStep(high / 2);
  const to = Math.ceil(high / step) * step;
  return { low: 0, high: to, ticks: to === step ? [0, to] : [0, step, to] };
}

/** 1, 2 or 5 times a power of ten, at least one and at least `value`. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value) ?? power * 10;
}

export function scaledYOf(value: number, scale: Scale, top: number, bottom: number): number {
  return bottom - ((value - scale.low) / (scale.high - scale.low)) * (bottom - top);
}

/** A polyline through the middles of the buckets. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** Steps that hold each value for the width of its bucket. */
export function stepPath(points: readonly Point[], width: number): string {
  return points
    .map(({ x, y }, i) => `${i === 0 ? `M${round(x)} ${round(y)}` : `V${round(y)}`}H${round(x + width)}`)
    .join('');
}

/** The same, closed down to `bottom`. */
export function areaPath(points: readonly Point[], width: number, bottom: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${stepPath(points, width)}V${round(bottom)}H${round(first.x)}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
