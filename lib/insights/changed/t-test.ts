/** A sample of independent figures. */
type Sample = readonly number[];

/**
 * Probability of a difference of the means of two samples at least as large as theirs where there is none (t-test, two sides);
 * 1 = too few figures. How much single figures vary is measured within them and within `others`, each around its own mean.
 * `floor` = least standard deviation of one figure: what its rounding alone makes.
 */
export function tTest(a: Sample, b: Sample, others: readonly Sample[], floor: number): number {
  const all = [a, b, ...others].filter(({ length }) => length > 0);
  const freedom = all.reduce((sum, { length }) => sum + length - 1, 0);
  if (a.length === 0 || b.length === 0 || freedom === 0) return 1;
  const variance = Math.max(all.reduce((sum, each) => sum + squaresOf(each), 0) / freedom, floor ** 2);
  const t = (meanOf(a) - meanOf(b)) / Math.sqrt(variance * (1 / a.length + 1 / b.length));
  return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

export function meanOf(sample: Sample): number {
  return sample.reduce((sum, each) => sum + each, 0) / sample.length;
}

function squaresOf(sample: Sample): number {
  const mean = meanOf(sample);
  return sample.reduce((sum, each) => sum + (each - mean) ** 2, 0);
}

/** The regularised incomplete beta function, by its continued fraction (Lentz). */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  let [c, d] = [1, 1 / away(1 - ((a + b) * x) / (a + 1))];
  let sum = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    sum *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    sum *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return (front * sum) / a;
}

function away(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/** ln Γ (Lanczos). */
function logGamma(x: number): number {
  const parts = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
    -0.000005395239384953,
  ];
  const shifted = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = parts.reduce((sum, part, i) => sum + part / (x + 1 + i), 1.000000000190015);
  return -shifted + Math.log((2.5066282746310007 * series) / x);
}
