export type Figure = {
  name: string;
  value: number;
  unit: string /** Of the baseline of the same run. */;
  ratio?: number;
  /** The most it may be. */
  budget?: number;
};
export type Report = { name: string; baseline: string; figures: Figure[] };

/** The `p`-th quantile (0 to 1) by nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN;
}

/** A table for a person, or JSON with `--json`. */
export function printReport(report: Report): void {
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(report, null, 2));
    return;
  }
  console.log(`${report.name}, against ${report.baseline}`);
  const width = Math.max(...report.figures.map(({ name }) => name.length));
  for (const { name, value, unit, ratio, budget } of report.figures) {
    const figure = `${Number(value.toPrecision(4))} ${unit}`.trim().padEnd(14);
    const compared = ratio === undefined ? '' : `${ratio.toFixed(2)} ×`;
    const judged =
      budget === undefined ? '' : `${value <= budget ? 'met' : 'MISSED'}: at most ${budget} ${unit}`;
    console.log(`  ${name.padEnd(width)}  ${figure}${compared}${judged}`);
  }
}
