/** What areas that lie on each other have beside their colour: lines or dots cut out of it. */
export type Pattern = 'diagonal' | 'dots' | 'vertical' | 'crossed';

/** A stretch of time that one figure is of, cut to the range and, while it runs, to now. */
export type ChartBucket = { startMs: number; endMs: number; partial: boolean };

/** A token of `globals.css`. */
type Colour = `--${string}`;

export type ChartSeries = {
  id: string;
  label: string;
  /** By bucket; null = not watched, or nothing of the kind. */
  values: readonly (number | null)[];
  colour: Colour;
  /** Second channel beside the colour, as `stroke-dasharray`. */
  dash?: string;
  /** Second channel of areas that lie on each other. */
  pattern?: Pattern;
  /** Opacity of the area under it; none = a line alone. */
  fill?: number;
  /** Which band it is drawn in where there are two. */
  upper?: boolean;
  /** Said less loudly: thinner, and without a label of its own. */
  faint?: boolean;
};

export type Axis = { scale: 'linear' | 'log'; low: number; high: number; ticks: readonly number[] };

/** What the table beside a chart has: its series, or more. */
export type Column = { label: string; values: readonly (number | null)[]; format(value: number): string };

/** Everything a chart is drawn from. */
export type ChartModel = {
  fromMs: number;
  toMs: number;
  buckets: readonly ChartBucket[];
  series: readonly ChartSeries[];
  /** `step` = a value holds for its bucket; `line` = it stands for it, in its middle. */
  shape: 'step' | 'line';
  /** Series lie on one another, the first at the bottom. */
  stacked?: boolean;
  /** Where names stand that would else go where there is room: below the plot, or beside it however narrow it is. */
  named?: 'below' | 'beside';
  /** Said beside the name of a series whose latest value is not known; by default nothing. */
  unknown?: string;
  axis: Axis;
  /** Of series with `upper`, drawn above the others in a band of their own. */
  upperAxis?: Axis;
  /** Levels to compare with. */
  levels?: readonly { value: number; label: string }[];
  /** Said within the plot, from a moment on. */
  remark?: { fromMs: number; text: string };
  /** Times nobody watched. */
  gaps: readonly { fromMs: number; toMs: number }[];
  /** For a screen, of a value of the chart; `axisFormat` of its ticks where that differs. */
  format(value: number): string;
  axisFormat?(value: number): string;
  columns: readonly Column[];
};

type Start = { startMs: number; partial?: boolean };

/** Buckets of an answer: each ends where the next would begin, the last one that runs where its time ends. */
export function bucketsOf(
  points: readonly Start[],
  { fromMs, toMs, pointMs, nowMs }: { fromMs: number; toMs: number; pointMs: number; nowMs: number },
): ChartBucket[] {
  return points.map(({ startMs, partial }) => {
    const isOpen = partial ?? (startMs + pointMs > nowMs && startMs <= nowMs);
    const endMs = Math.min(startMs + pointMs, Math.max(toMs, fromMs + 1));
    return {
      startMs: Math.max(startMs, fromMs),
      endMs: isOpen ? Math.max(startMs + 1, Math.min(endMs, nowMs)) : endMs,
      partial: isOpen,
    };
  });
}

/** Index of the bucket that a moment is in, the nearest one outside of all; -1 = there is none. */
export function bucketAt(buckets: readonly ChartBucket[], atMs: number): number {
  const found = buckets.findIndex(({ endMs }) => atMs < endMs);
  return found === -1 ? buckets.length - 1 : found;
}

/** One row of what the drawing library takes: by place of the series, `s0` its line and `a0` its area. */
export type ChartRow = { x: number } & Record<string, number | readonly [number, number] | null>;

/** Rows for what is over; steps are made of two rows a bucket. The bucket that still runs is drawn by itself. */
export function chartRowsOf(model: ChartModel): ChartRow[] {
  const tops = topsOf(model);
  return model.buckets.flatMap(({ startMs, endMs, partial }, i) => {
    if (partial) return [];
    const row: Record<string, number | readonly [number, number] | null> = {};
    tops.forEach((values, k) => {
      const value = values[i] ?? null;
      row[`s${k}`] = value;
      row[`a${k}`] = value === null ? null : [lowOf(model, tops, k, i), value];
    });
    if (model.shape === 'line') return [{ x: (startMs + endMs) / 2, ...row } as ChartRow];
    return [startMs, endMs].map((x) => ({ x, ...row }) as ChartRow);
  });
}

/** Where a series is drawn in a bucket, from `low` to `top`, and its top in the bucket before; null = nothing is known. */
export type Drawn = { low: number; top: number; before: number | null };

/** As `chartRowsOf`, for the bucket that still runs, by place of the series; null = none does. */
export function openBucketOf(model: ChartModel): { bucket: ChartBucket; drawn: (Drawn | null)[] } | null {
  const i = model.buckets.findIndex(({ partial }) => partial);
  const bucket = model.buckets[i];
  if (!bucket) return null;
  const tops = topsOf(model);
  const drawn = tops.map((values, k) => {
    const top = values[i] ?? null;
    return top === null ? null : { low: lowOf(model, tops, k, i), top, before: values[i - 1] ?? null };
  });
  return { bucket, drawn };
}

type Values = readonly (number | null)[];

/** Upper edges of the series as drawn. */
function topsOf({ series, stacked }: ChartModel): Values[] {
  return stacked ? stackedTops(series) : series.map(({ values }) => values);
}

function lowOf(
  { series, stacked, axis, upperAxis }: ChartModel,
  tops: readonly Values[],
  k: number,
  i: number,
): number {
  if (stacked && k > 0) return tops[k - 1]?.[i] ?? axis.low;
  return (series[k]?.upper ? upperAxis?.low : axis.low) ?? 0;
}

function stackedTops(series: readonly ChartSeries[]): (number | null)[][] {
  const tops: (number | null)[][] = [];
  series.forEach(({ values }, k) => {
    tops.push(
      values.map((value, i) => (value === null ? null : value + (k > 0 ? (tops[k - 1]?.[i] ?? 0) : 0))),
    );
  });
  return tops;
}

/** Highest value that is drawn of a bucket-wise sum, or of the series themselves; 0 = nothing is. */
export function highestOf(series: readonly Pick<ChartSeries, 'values'>[], stacked = false): number {
  const all = stacked
    ? (series[0]?.values.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0)) ?? [])
    : series.flatMap(({ values }) => values.filter((value) => value !== null));
  return Math.max(0, ...all);
}

/** Whether anything at all is known in the range. */
export function isBlank({ series }: Pick<ChartModel, 'series'>): boolean {
  return series.every(({ values }) => values.every((value) => value === null));
}

/** Lowest, highest and latest known value. */
export function spread(
  values: readonly (number | null)[],
): { low: number; high: number; last: number | null } | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return { low: Math.min(...known), high: Math.max(...known), last: values.at(-1) ?? null };
}
