import { areaPaths } from './spark-paths';

const WIDTH = 80;
const HEIGHT = 18;

/** How a figure went over the range, as steps from 0 to its own highest; a point that is not known is a gap. */
export function Sparkline({ points }: { points: readonly (number | null)[] }) {
  const { areas, lines } = areaPaths(points, WIDTH, HEIGHT);
  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="shrink-0 overflow-visible rtl:-scale-x-100"
    >
      <path d={areas} fill="var(--contended-mark)" fillOpacity={0.16} />
      <path d={lines} fill="none" stroke="var(--contended-mark)" strokeWidth={1.5} />
    </svg>
  );
}
