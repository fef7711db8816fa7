import type { ChartSeries, Pattern } from './chart-model';

const MARKS = {
  diagonal: <path d="M-2 2l4 -4M0 8l8 -8M6 10l4 -4" />,
  dots: <path d="M2 2h0.01M6 6h0.01" strokeLinecap="round" strokeWidth={2.2} />,
  vertical: <path d="M4 0v8" />,
  crossed: <path d="M0 0l8 8M8 0l-8 8" />,
} satisfies Record<Pattern, React.ReactNode>;

type Props = { id: string; series: readonly Pick<ChartSeries, 'colour' | 'pattern'>[] };

/** Definitions of the fills of series with a pattern, to be used as `fillOf` says. */
export function Patterns({ id, series }: Props) {
  return (
    <defs>
      {series.map(({ colour, pattern }, i) =>
        pattern ? (
          <pattern key={colour} id={`${id}-${i}`} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect width={8} height={8} fill={`var(${colour})`} />
            <g className="stroke-surface" strokeWidth={1.2} fill="none">
              {MARKS[pattern]}
            </g>
          </pattern>
        ) : null,
      )}
    </defs>
  );
}

export function fillOf(
  { colour, pattern }: Pick<ChartSeries, 'colour' | 'pattern'>,
  id: string,
  i: number,
): string {
  return pattern ? `url(#${id}-${i})` : `var(${colour})`;
}
