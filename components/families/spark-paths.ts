/** Room above the highest step, so that the stroke is not cut. */
const TOP = 1;

/** Paths of the areas under the steps and of the lines over them, one for each run of known points; '' = none is known. */
export function areaPaths(
  points: readonly (number | null)[],
  width: number,
  height: number,
): { areas: string; lines: string } {
  const highest = Math.max(0, ...points.map((point) => point ?? 0));
  const x = (i: number) => round((i / Math.max(1, points.length)) * width);
  const base = height - 0.5;
  const y = (value: number) => round(highest === 0 ? base : base - (value / highest) * (base - TOP));
  let areas = '';
  let lines = '';
  let from: number | null = null;
  for (let i = 0; i <= points.length; i++) {
    const value = points[i] ?? null;
    if (value !== null && i < points.length) {
      lines += from === null ? `M${x(i)} ${y(value)}` : `V${y(value)}`;
      areas += from === null ? `M${x(i)} ${base}V${y(value)}` : `V${y(value)}`;
      lines += `H${x(i + 1)}`;
      areas += `H${x(i + 1)}`;
      from ??= i;
    } else if (from !== null) {
      areas += `V${base}Z`;
      from = null;
    }
  }
  return { areas, lines };
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
