import type { Acquire, Contender, Opened, Release } from './contender';

export type LaneOptions = {
  urls: readonly string[];
  contender: Contender;
  key: string;
  /** The holder and those that wait; each has connections of its own, as a process would. */
  participants: number;
  samples: number;
};

type Holder = { acquire: Acquire; release: Release; atMs: number };

/** Shortest range of the random time for which a lock is held, ms. */
const LEAST_HOLD_MS = 4;

/** Exactly `ms`: timers alone are whole milliseconds, in step with the polls that they would be compared with. */
async function pause(ms: number): Promise<void> {
  const endAt = performance.now() + ms;
  if (ms > 1) await new Promise((resolve) => setTimeout(resolve, ms - 1));
  while (performance.now() < endAt) await new Promise(setImmediate);
}

/**
 * Passes one lock around: whoever has it waits until all others are known to wait, releases, and waits again itself.
 * Gives the times from the call of `release` to the moment when another's `acquire` resolved, ms.
 */
export async function passAround({
  urls,
  contender,
  key,
  participants,
  samples,
}: LaneOptions): Promise<number[]> {
  const opened = await Promise.all(Array.from({ length: participants }, () => contender.open(urls)));
  try {
    return await rounds(opened, contender, key, samples);
  } finally {
    await Promise.all(opened.map((client) => client.close()));
  }
}

async function rounds(
  opened: Opened[],
  contender: Contender,
  key: string,
  samples: number,
): Promise<number[]> {
  const [first, ...others] = opened.map((client) => client.lockOf(key));
  if (!first) return [];
  let holders = 0;
  let taken: (holder: Holder) => void = () => {};
  let failed: (error: unknown) => void = () => {};

  /** Resolves when it is known to wait; who gets the lock later is told to `taken`. */
  function startWaiting(acquire: Acquire): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown) => {
        reject(error);
        failed(error);
      };
      acquire(resolve).then((release) => {
        holders++;
        taken({ acquire, release, atMs: performance.now() });
      }, refuse);
    });
  }

  /** Releases and gives the next holder. */
  async function handOver(holder: Holder): Promise<Holder & { tookMs: number }> {
    if (holders !== 1) throw new Error(`${contender.name}: ${holders} hold ${key} at once`);
    const next = new Promise<Holder>((resolve, reject) => {
      taken = resolve;
      failed = reject;
    });
    holders--;
    const releasedAt = performance.now();
    const released = holder.release();
    const winner = await next;
    await released;
    return { ...winner, tookMs: winner.atMs - releasedAt };
  }

  let holder: Holder = { acquire: first, release: await first(), atMs: performance.now() };
  holders = 1;
  const times: number[] = [];
  await Promise.all(
    others.map(async (acquire) => {
      await pause(Math.random() * contender.pollMs); // started at once they would poll in step
      await startWaiting(acquire);
    }),
  );
  for (let sample = 0; sample < samples; sample++) {
    await pause(Math.random() * Math.max(LEAST_HOLD_MS, 2 * contender.pollMs));
    const next = await handOver(holder);
    times.push(next.tookMs);
    await startWaiting(holder.acquire);
    holder = next;
  }
  for (let left = others.length; left > 0; left--) holder = await handOver(holder);
  await holder.release();
  return times;
}
