import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// Parts are loaded on demand, and finding them by role is slow on a busy machine: one second, the default, is too short.
configure({ asyncUtilTimeout: 30_000 });

// A part that is still being loaded when its file has no test left fails whichever file comes next.
afterAll(() => vi.dynamicImportSettled());
