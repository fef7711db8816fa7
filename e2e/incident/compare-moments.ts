import type { PastLock } from '../../lib/contract/history/past';
import { askMoment, idOf } from './ask';
import { ERROR } from './error';
import { atOnce, waitErrorMs } from './expected';
import { expect, type Incident } from './fixture';
import { holdsOf, keysOf, type Moment, middleOf, type TrueWait, type Truth, waitsOf } from './truth';

/** Moments that are worth a look: in each hold, just before and after its ends, and in the time without a server. */
export function momentsOf({ holds, killed, served }: Truth): number[] {
  const inside = holds.map(({ from, to }) => (middleOf(from) + middleOf(to)) / 2);
  const borders = holds.flatMap(({ from, to }) => [
    from.earliestMs - 1,
    from.latestMs + 1,
    to.earliestMs - 1,
    to.latestMs + 1,
  ]);
  return [...inside, ...borders, (middleOf(killed) + middleOf(served)) / 2].sort((a, b) => a - b);
}

/** Every lock as it was at that moment: who had it, and how many waited; what cannot be told apart may be either. */
export async function compareMoment(incident: Incident, atMs: number): Promise<void> {
  const { truth } = incident;
  const { locks, unwatched, counts } = await askMoment(incident, atMs);
  const what = `${Math.round(atMs - truth.fromMs)} ms in`;
  const away = awayness(truth, atMs);
  if (away !== 'maybe')
    expect(unwatched, `${what}: whether it was watched`).toEqual(away === 'yes' ? ['test'] : []);
  expect(
    locks.map(({ id }) => id).filter((id) => !keysOf(truth).map(idOf).includes(id)),
    what,
  ).toEqual([]);
  // While nobody watched, those that had been held may have been given back.
  expect(counts.held, `${what}: how many are held`).toBe(
    unwatched.length > 0 ? null : locks.filter(({ spans }) => spans.length > 0).length,
  );
  for (const key of keysOf(truth)) {
    const lock = locks.find(({ id }) => id === idOf(key)) ?? null;
    compareHolder(incident, lock, key, atMs, what);
    if (away === 'no') compareWaiters(incident, lock, key, atMs, what);
    else if (away === 'yes' && lock)
      expect(lock, `${what}: ${key}`).toMatchObject({ state: 'unknown', waiters: null });
  }
}

function compareHolder({ truth }: Incident, lock: PastLock | null, key: string, atMs: number, what: string) {
  const errorMs = ERROR.eventMs;
  const lostMs = (ended: string) => (ended === 'lost' ? ERROR.heardMs : 0);
  const holds = holdsOf(truth, key);
  const surely = holds.filter(
    ({ from, to, ended }) =>
      from.latestMs + errorMs <= atMs && to.earliestMs - errorMs - lostMs(ended) > atMs,
  );
  const possibly = holds.filter(
    ({ from, to }) => from.earliestMs - errorMs <= atMs && to.latestMs + errorMs > atMs,
  );
  const told = (lock?.spans ?? []).map(({ token }) => token);
  const tokens = (all: { token: string }[]) => all.map(({ token }) => token);
  for (const token of tokens(surely)) expect(told, `${what}: ${key} is held`).toContain(token);
  for (const token of told) expect(tokens(possibly), `${what}: who has ${key}`).toContain(token);
  expect(told.length, `${what}: one has ${key}`).toBeLessThanOrEqual(1);
}

function compareWaiters({ truth }: Incident, lock: PastLock | null, key: string, atMs: number, what: string) {
  const waits = waitsOf(truth, key);
  const at = { fromMs: atMs, toMs: atMs };
  const { least, most } = atOnce(waits, at, (wait) => waitErrorMs(wait as TrueWait));
  const told = lock?.waiters ?? null;
  if (told === null && (lock === null || waits.length === 0)) {
    expect(least, `${what}: ${key}`).toBe(0);
    return;
  }
  expect(told, `${what}: it is known how many wait for ${key}`).not.toBeNull();
  expect(told, `${what}: who waits for ${key}`).toBeGreaterThanOrEqual(least);
  expect(told, `${what}: who waits for ${key}`).toBeLessThanOrEqual(most);
}

/** Whether the server was away, as far as the console can tell. */
function awayness({ killed, served }: Truth, atMs: number): 'yes' | 'no' | 'maybe' {
  const errorMs = ERROR.eventMs;
  const from: Moment = {
    earliestMs: killed.earliestMs - ERROR.heardMs - errorMs,
    latestMs: killed.latestMs + errorMs,
  };
  const to: Moment = {
    earliestMs: served.earliestMs,
    latestMs: served.latestMs + ERROR.reconnectMs + errorMs,
  };
  if (atMs < from.earliestMs || atMs > to.latestMs) return 'no';
  return atMs > from.latestMs && atMs < to.earliestMs ? 'yes' : 'maybe';
}
