import { linearAxis } from './axes';
import { yOf } from './geometry';
import { areaPath, runsOf, stepPath } from './runs';

type Props = {
  values: readonly (number | null)[];
  width: number;
  height: number;
  /** Gives stroke and fill. */
  className: string;
  /** Absent = what it shows is in words next to it. */
  label?: string;
};

/** A small figure over time as steps from zero to its own highest; a gap stays empty. */
export function SparkSteps({ values, width, height, className, label }: Props) {
  const known = values.filter((value) => value !== null);
  const band = { top: 2, bottom: height - 1, axis: linearAxis(Math.max(0, ...known)) };
  const step = width / values.length;
  return (
    <svg
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={`block shrink-0 ${className}`}
    >
      {runsOf(values).map((run) => {
        const points = run.values.map((value, i) => ({
          x: (run.start + i) * step,
          y: yOf(value, band),
        }));
        return (
          <g key={run.start}>
            <path d={areaPath(points, step, height)} stroke="none" fillOpacity={0.18} />
            <path d={stepPath(points, step)} fill="none" strokeWidth={1.25} />
          </g>
        );
      })}
    </svg>
  );
}
