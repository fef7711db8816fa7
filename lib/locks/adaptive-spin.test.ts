import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
