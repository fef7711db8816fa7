type Point = { x: number; y: number };

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
