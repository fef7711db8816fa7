import { expect, test } from 'vitest';
import { createTabClock } from './tab-clock';

/** A tab whose monotonic clock stands still while the computer sleeps. */
function aTab() {
  let [monotonic, computer] = [5_000, 1_790_000_000_000];
  const now = createTabClock(
    () => monotonic,
    () => computer,
  );
  return {
    now,
    pass(ms: number) {
      monotonic += ms;
      computer += ms;
    },
    sleep(ms: number) {
      computer += ms;
    },
  };
}

test('goes as the monotonic clock, and goes on while the computer sleeps', () => {
  const tab = aTab();
  const beganMs = tab.now();
  tab.pass(1_500);
  expect(tab.now() - beganMs).toBe(1_500);
  tab.sleep(3_600_000);
  tab.pass(200);
  expect(tab.now() - beganMs).toBe(3_601_700);
  tab.pass(1_000);
  expect(tab.now() - beganMs, 'a sleep counts once').toBe(3_602_700);
});

test('never goes back, and small corrections of the computer’s clock move nothing', () => {
  const tab = aTab();
  const beganMs = tab.now();
  tab.sleep(-3_600_000);
  tab.pass(100);
  expect(tab.now() - beganMs).toBe(100);
  for (let step = 0; step < 10; step++) {
    tab.sleep(400);
    tab.pass(100);
    tab.now();
  }
  expect(tab.now() - beganMs).toBe(1_100);
});
