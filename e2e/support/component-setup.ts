import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// Parts are loaded on demand, and finding them by role is slow on a busy machine: one second, the default, is too short.
configure({ asyncUtilTimeout: 30_000 });

// Files share a page: what one leaves on it is found by the next, and goes on asking.
afterEach(cleanup);

// A part that is still being loaded when its file has no test left fails whichever file comes next.
afterAll(() => vi.dynamicImportSettled());

// What jsdom lacks. Nothing arrives, nothing is measured, and the screen is wide, unless a test says otherwise.
class Silent {
  addEventListener() {}
  removeEventListener() {}
  close() {}
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, {
  EventSource: Silent,
  IntersectionObserver: Silent,
  ResizeObserver: Silent,
  matchMedia: () => Object.assign(new Silent(), { matches: false }),
});
