import { SparkSteps } from '../charts/spark-steps';

/** How contention debt went over the range; its sum is in words next to it. */
export function DebtLine({ points }: { points: readonly (number | null)[] }) {
  return (
    <SparkSteps
      values={points}
      width={80}
      height={20}
      className="fill-contended-mark stroke-contended-mark rtl:-scale-x-100"
    />
  );
}
