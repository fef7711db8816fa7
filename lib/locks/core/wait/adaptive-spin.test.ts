import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it, test, vi } from 'vitest';
import { fileServer } from '../../../../e2e/support/file-server';
import { createMutex } from '../../index';
import { AdaptiveSpin } from './adaptive-spin';

/** How many of `answers` were waited for awake, each of which takes as long as `wait` does. */
async function spunFor(spin: AdaptiveSpin, answers: number, wait: () => Promise<unknown>): Promise<number> {
  let spun = 0;
  for (let i = 0; i < answers; i++) {
    spin.begin();
    if (spin.on) spun++;
    await wait();
    spin.answered();
  }
  return spun;
}

/** Longer than any spin: a full millisecond of the event loop. */
const farAway = () => setTimeout(2);

describe('AdaptiveSpin', () => {
  it('waits awake for answers that come at once', async () => {
    expect(await spunFor(new AdaptiveSpin(2), 200, () => Promise.resolve())).toBe(200);
  });

  it('gives up a spin whose answer does not come', async () => {
    const spin = new AdaptiveSpin(2);
    spin.begin();
    expect(spin.on).toBe(true);
    while (spin.on) await setImmediate(); // ends by itself, or the test does not
    expect(spin.on).toBe(false);
  });

  it('sleeps for ever more answers of a server that is far away', async () => {
    const spin = new AdaptiveSpin(2);
    expect(await spunFor(spin, 1_000, farAway)).toBeLessThanOrEqual(10); // 1 + 2 + 4 + … + 512 slept between them
  });

  it('spins again for a server that has become near', async () => {
    const spin = new AdaptiveSpin(2);
    await spunFor(spin, 60, farAway);
    expect(await spunFor(spin, 300, () => Promise.resolve())).toBeGreaterThan(200);
  });

  it('sleeps where there is one core', () => {
    const spin = new AdaptiveSpin(1);
    spin.begin();
    expect(spin.on).toBe(false);
  });

  it('ends when there is more to do than to wait', () => {
    const spin = new AdaptiveSpin(2);
    spin.begin();
    spin.end();
    expect(spin.on).toBe(false);
  });

  it('waits awake for a lone answer, and for none of two', async () => {
    const spin = new AdaptiveSpin(2);
    const [first, second] = [farAway(), farAway()];
    void spin.over(first);
    expect(spin.on).toBe(true);
    void spin.over(second);
    expect(spin.on).toBe(false);
    await Promise.all([first, second]);
    const answer = Promise.reject(new Error('refused'));
    await expect(spin.over(answer)).rejects.toThrow('refused');
    void spin.over(farAway());
    expect(spin.on).toBe(true); // a failure is an answer
  });

  it('keeps the timers and sockets of others served', async () => {
    const spin = new AdaptiveSpin(2);
    let fired = 0;
    const timer = globalThis.setInterval(() => fired++, 1);
    await spunFor(spin, 100, async () => {
      while (spin.on) await setImmediate();
    });
    while (fired < 3) await setImmediate();
    clearInterval(timer);
    expect(fired).toBeGreaterThanOrEqual(3);
  });
});

const own = fileServer();

test('spins only for a client that asks for it', async () => {
  const begin = vi.spyOn(AdaptiveSpin.prototype, 'begin');
  for (const spin of [undefined, false, true]) {
    await using client = createMutex({
      redis: own.redis,
      heartbeat: false,
      ...(spin !== undefined && { spin }),
    });
    await (await client.tryAcquire('spun'))?.release();
    expect(begin.mock.calls.length > 0).toBe(spin === true);
  }
});
