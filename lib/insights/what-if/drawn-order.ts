import type { LockRequest } from './requests';

/**
 * The same requests in the order they came, each with the hold that it had if whoever went next was drawn of those who
 * waited: where nobody keeps a queue, which hold is whose is not recorded. Everything began as recorded.
 */
export function drawnOrder(requests: readonly LockRequest[], random: () => number): LockRequest[] {
  const served = requests.filter(({ hold }) => hold !== null);
  const came = served.map(({ atMs }) => atMs).sort((a, b) => a - b);
  const others = requests.filter(({ hold }) => hold === null);
  const waiting: number[] = [];
  let next = 0;
  const drawn = served.map((request): LockRequest => {
    const beganMs = request.hold?.fromMs ?? request.atMs;
    for (let atMs = came[next]; atMs !== undefined && atMs <= beganMs; atMs = came[++next])
      waiting.push(atMs);
    return { ...request, atMs: takeOne(waiting, random) ?? request.atMs };
  });
  return [...drawn, ...others].sort((a, b) => a.atMs - b.atMs);
}

/** Takes one out of a list, which may change its order; undefined = it is empty. */
export function takeOne(from: number[], random: () => number): number | undefined {
  const place = Math.floor(random() * from.length);
  const taken = from[place];
  const last = from.pop();
  if (place < from.length && last !== undefined) from[place] = last;
  return taken;
}
