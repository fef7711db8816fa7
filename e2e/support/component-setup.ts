import { configure } from '@testing-library/react';

// Parts are loaded on demand, and finding them by role is slow on a busy machine: one second, the default, is too short.
configure({ asyncUtilTimeout: 30_000 });
