import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Lock } from '../../../lib/contract/lock';
import { numberOrNull } from '../../../lib/domain/values/counted';
import { until } from '../../support/redis-server';
import type { ProgramHeld, ProgramParty } from '../program-party';
import type { Column, Verdict } from './columns';
import type { ConsoleApi } from './console-api';
import type { Contender } from './contender';
import type { Stage } from './stage';

/** A lease that no test waits out, and one that a test does. */
const LONG_MS = 60_000;
const SHORT_MS = 3_000;
/** How long a waiter may take that is woken, or polls. */
const WAKE_MS = 10_000;
const FIGURE_MS = 10_000;
const CLOCKS_MS = 100;

/** One lock of a contender that nobody else uses, and two processes for it. */
export type Play = {
  stage: Stage;
  console: ConsoleApi;
  contender: Contender;
  name: string;
  asked: string;
  keys: [string, ...string[]];
  first: ProgramParty;
  second: ProgramParty;
  /** Of the library, by its own word. */
  version: string;
};

export async function newPlay(stage: Stage, contender: Contender): Promise<Play> {
  const name = `order-${randomUUID().slice(0, 13)}`;
  const asked = contender.asks(name);
  const { first, second, version } = await stage.parties(contender);
  const { kind, permits, keysOf } = contender;
  if (permits !== null) await first.setPermits(asked, permits, kind);
  return {
    stage,
    console: stage.newCaller(),
    contender,
    name,
    asked,
    keys: keysOf(asked),
    first,
    second,
    version,
  };
}

/** How long a lock that nobody has may take to be had, ms. */
const FIRST_MS = 10_000;

const YES: Verdict = { is: 'yes' };

/** Checks a column against the real thing; throws what is wrong. */
export const CHECKS: Record<Column, (play: Play) => Promise<Verdict>> = {
  async recognised(play) {
    await occupied(play);
    const { format } = await found(play);
    const ids = [format.id, ...format.alternatives.map(({ id }) => id)];
    expect(ids).toContain(play.contender.format);
    return YES;
  },

  async holder(play) {
    const held = await occupied(play);
    const { holders } = await found(play);
    const lacks = lacking(play, 'holder');
    if (lacks) {
      expect(holders.map(({ token }) => token.text)).toEqual([]);
      return lacks;
    }
    expect(holders).toHaveLength(1);
    if (held?.token) expect(holders[0]?.token.text).toBe(held.token);
    else expect(holders[0]?.token.text).toMatch(/.{8}/); // the library tells it to nobody
    return YES;
  },

  async since(play) {
    const lacks = lacking(play, 'since');
    if (lacks) return lacks;
    const before = Date.now();
    await taken(play, play.first);
    const after = Date.now();
    const { id } = await found(play);
    const since = await figure('since', play, id, ({ holders }) => holders[0]?.since?.atMs);
    expect(since).toBeGreaterThanOrEqual(before - CLOCKS_MS);
    expect(since).toBeLessThanOrEqual(after + 2_000);
    return YES;
  },

  async 'hold count'(play) {
    const lacks = lacking(play, 'hold count');
    if (lacks) return lacks;
    const held = await taken(play, play.first);
    const again = await held.again();
    const { id } = await found(play);
    const countOf = ({ holders }: Lock) => holders[0]?.holdCount;
    await figure('a hold count of 2', play, id, (lock) => countOf(lock) === 2);
    await again.release();
    await figure('a hold count of 1', play, id, (lock) => countOf(lock) === 1);
    return YES;
  },

  async waiters(play) {
    const lacks = lacking(play, 'waiters');
    if (!play.contender.waits && lacks) return lacks;
    await heldAnd(play, async () => {
      const { id } = await found(play);
      if (lacks) expect((await play.console.read(id)).waiters.count).toBe(play.contender.unseenWaiters);
      else await figure('one waiter', play, id, ({ waiters }) => numberOrNull(waiters.count) === 1);
    });
    return lacks ?? YES;
  },

  async 'release wakes'(play) {
    const lacks = lacking(play, 'release wakes');
    const { contender } = play;
    if (lacks && contender.waits) {
      await occupied(play);
      expect((await found(play)).actions.release).toBe(false);
      return lacks;
    }
    if (lacks) {
      await taken(play, play.first);
      await freed(play);
      await taken(play, play.second);
      return lacks;
    }
    await heldAnd(play, async (held, waiting) => {
      await freed(play);
      const next = await within(WAKE_MS, 'the waiter has the lock', waiting);
      await lossIsNoticed(play, held);
      await isHeldBy(play, next);
    });
    return YES;
  },

  async 'extend holds'(play) {
    const { console, contender, first, second, asked } = play;
    const lacks = lacking(play, 'extend holds');
    if (lacks) {
      await occupied(play);
      expect((await found(play)).actions.extend).toBe(false);
      return lacks;
    }
    const held = await taken(play, first, SHORT_MS);
    const { id } = await found(play);
    const preview = await console.preview(id, 'extend', LONG_MS);
    expect(await console.act(id, 'extend', preview, LONG_MS)).toMatchObject({ status: 200 });
    await passed(play, SHORT_MS + 500);
    await isHeldBy(play, held);
    expect(await second.take(contender.rival, asked, { leaseMs: SHORT_MS })).toBeNull();
    return YES;
  },

  async 'successor safe'(play) {
    const { console, first, second } = play;
    const lacks = lacking(play, 'successor safe');
    if (lacks) return lacks;
    const held = await taken(play, first);
    const { id } = await found(play);
    const release = await console.preview(id, 'release');
    const extend = await console.preview(id, 'extend', LONG_MS);
    await held.release();
    const successor = await taken(play, second);
    expect(await console.act(id, 'release', release)).toMatchObject({ status: 409, code: 'changed' });
    expect(await console.act(id, 'extend', extend, LONG_MS)).toMatchObject({
      status: 409,
      code: 'changed',
    });
    await isHeldBy(play, successor);
    await successor.release();
    return YES;
  },
};

function lacking({ contender }: Play, column: Column): Verdict | null {
  const why = contender.lacks[column];
  return why === undefined ? null : { is: 'none', why };
}

async function taken(
  { contender, asked }: Play,
  party: ProgramParty,
  leaseMs = LONG_MS,
): Promise<ProgramHeld> {
  const { kind, leased } = contender;
  // Its name is new, and a busy machine may be slow.
  return party.acquire(kind, asked, { waitMs: FIRST_MS, ...(leased && { leaseMs }) });
}

/** As `taken`; a latch is there without that anybody takes it. */
async function occupied(play: Play): Promise<ProgramHeld | null> {
  return play.contender.kind === 'latch' ? null : taken(play, play.first);
}

/** The lock as it is in Redis now, found through the list. */
async function found({ console, name, keys: [key] }: Play): Promise<Lock> {
  const { id } = await console.find(name, key);
  return console.read(id);
}

/** One process holds the lock and the other waits for it while `then` goes on. */
async function heldAnd(
  play: Play,
  then: (held: ProgramHeld | null, waiting: Promise<ProgramHeld>) => Promise<void>,
): Promise<void> {
  const { stage, contender, first, second, name, asked } = play;
  const { kind, rival, leased, renewed, waiting } = contender;
  const lease = leased ? { leaseMs: LONG_MS } : {};
  const take = async () => {
    if (kind === 'latch') return null;
    const held = await first.take(kind, asked, renewed ? {} : lease);
    if (!held) throw new Error(`${first.name} found its ${kind} lock held`);
    return held;
  };
  if (waiting === 'told') {
    const held = await take();
    const { held: next } = await second.wait(rival, asked, { ...lease, waitMs: LONG_MS });
    next.catch(() => {}); // `then` is who waits for it
    return then(held, next);
  }
  const ears = stage.ears.listen(name);
  try {
    const held = await take();
    await found(play); // the console has looked
    const newcomer = ears.newcomer(waiting);
    const next = second.acquire(rival, asked, { ...lease, waitMs: LONG_MS });
    next.catch(() => {});
    await newcomer;
    await then(held, next);
  } finally {
    ears.stop();
  }
}

/** The operator frees the lock, each of its keys. */
async function freed({ console, name, keys }: Play): Promise<void> {
  for (const key of keys) {
    const { id } = await console.find(name, key);
    const preview = await console.preview(id, 'release');
    expect(await console.act(id, 'release', preview)).toMatchObject({ status: 200 });
  }
}

/** What the library does with a lock that was taken from it. */
async function lossIsNoticed({ contender: { loss } }: Play, held: ProgramHeld | null): Promise<void> {
  if (!held) return;
  if (loss.by === 'nothing') return held.release();
  if (loss.by === 'state') {
    const lost = await until('the library says that it lost the lock', async () => (await held.state()).lost);
    expect(lost).toMatch(loss.says);
    return;
  }
  const late = loss.by === 'release' ? held.release() : held.extend(LONG_MS);
  await expect(late.then(() => 'it went well', describe)).resolves.toMatch(loss.says);
}

function describe(error: Error): string {
  return `${error.name}: ${error.message}`;
}

/** What Redis has, and the console says, is the hold of this very holder. */
async function isHeldBy(play: Play, { token }: ProgramHeld): Promise<void> {
  const { id } = await found(play);
  const { holders } = await play.console.read(id);
  expect(holders).toHaveLength(1);
  if (token !== '') expect(holders[0]?.token.text).toBe(token);
}

/** Waits until the console, asked about this lock, knows a figure. */
function figure<T>(what: string, { console }: Play, id: string, of: (lock: Lock) => T) {
  return until(what, async () => of(await console.read(id)), FIGURE_MS);
}

/** Passes `ms` on the server's clock: for what must not happen meanwhile. */
async function passed({ stage: { redis } }: Play, ms: number): Promise<void> {
  const clock = `clock:${randomUUID()}`;
  await redis.set(clock, '', 'PX', ms);
  await until(`${ms} ms passed`, async () => (await redis.exists(clock)) === 0, ms + 10_000);
}

async function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${limitMs} ms for: ${what}`)), limitMs);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
