import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from './actors';
import { enter, forceRelease, KEYS, LONG_MS, type Stage, take } from './stage';

const terms = { leaseMs: LONG_MS };

/** Three clients take turns. One has the lock and one waits when this resolves; what it gives ends that. */
export async function takeTurns(stage: Stage): Promise<() => Promise<void>> {
  const ann = enter(stage, 'reentrant', 'ann');
  const others = [enter(stage, 'reentrant', 'bob'), enter(stage, 'reentrant', 'cid')];
  const first = await ann.acquire(KEYS.cart, terms);
  const waits: ReturnType<Actor['acquire']>[] = [];
  for (const other of others) {
    await pause(1_300);
    waits.push(other.acquire(KEYS.cart, terms));
  }
  await pause(3_000);
  await first?.release();
  const [second, third] = await Promise.race([
    ...waits.map(async (wait, i) => [await wait, waits[1 - i]] as const),
  ]);
  await pause(2_500);
  await second?.release();
  const last = await third;
  await pause(800);
  const next = ann.acquire(KEYS.cart, terms);
  await pause(1_500);
  return async () => {
    await last?.release();
    const hold = await next;
    await pause(1_000);
    await hold?.release();
  };
}

/**
 * A holder is killed; two wait in the queue behind it, and one that gives up, until the lock is force-released. The last of
 * the queue has it when this resolves; what it gives ends that.
 */
export async function queueBehindTheDead(stage: Stage): Promise<() => Promise<void>> {
  const { chronicle, killed } = stage;
  const { token = '' } = await take(stage, killed);
  const first = enter(stage, 'fair', 'dan').acquire(KEYS.ledger, terms);
  await pause(700);
  const second = enter(stage, 'fair', 'eve').acquire(KEYS.ledger, terms);
  await killed.worker.kill('SIGKILL');
  await pause(700);
  const patience = new AbortController();
  const third = enter(stage, 'fair', 'fay').acquire(KEYS.ledger, { ...terms, signal: patience.signal });
  await pause(2_500);
  patience.abort(new Error('gave up'));
  await third;
  await pause(1_000);
  chronicle.ended(KEYS.ledger, token, await forceRelease(stage, KEYS.ledger), 'force-released');
  const hold = await first;
  await pause(2_000);
  await hold?.release();
  const last = await second;
  await pause(1_000);
  return async () => void (await last?.release());
}

/** Holds of several lengths, one after the other. */
export async function holdAgainAndAgain(stage: Stage): Promise<void> {
  const hal = enter(stage, 'reentrant', 'hal');
  for (const holdMs of [500, 700, 900, 1_200, 600, 1_600, 500]) {
    const hold = await hal.acquire(KEYS.stock, terms);
    await pause(holdMs);
    await hold?.release();
    await pause(400);
  }
}
