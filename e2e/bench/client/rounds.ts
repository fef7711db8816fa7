export type Subject<T> = { name: string; run(): Promise<T> };

/** Runs A B C A B C …, drops the first round, and gives what each subject had in the others. */
export async function interleaved<T>(
  rounds: number,
  subjects: readonly Subject<T>[],
): Promise<Map<string, T[]>> {
  const results = new Map<string, T[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, run } of subjects) {
      const result = await run();
      if (round > 0) results.get(name)?.push(result);
    }
  }
  return results;
}

/** `a` divided by `b`, round by round. */
export function ratios(a: readonly number[] = [], b: readonly number[] = []): number[] {
  return a.map((value, round) => value / (b[round] ?? Number.NaN));
}
