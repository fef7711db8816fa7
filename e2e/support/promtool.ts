import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { TestContext } from 'vitest';
import { findTool } from '../../bin/setup.mjs';

/** What promtool said: its exit code and everything it wrote. */
export type Said = { code: number | null; text: string };

/**
 * Runs promtool, or skips the test where there is none and says so. `input` is its standard input. Throws when it gives
 * no answer within a minute.
 */
export function promtool({ skip }: Pick<TestContext, 'skip'>, args: string[], input = ''): Said {
  const path = findTool('promtool');
  if (!path) skip('promtool is not on PATH; Debian has it in the package prometheus, .ci/run installs it');
  const ended = spawnSync(String(path), args, { input, encoding: 'utf8', timeout: 60_000, cwd: tmpdir() });
  if (ended.error) throw new Error('promtool did not answer', { cause: ended.error });
  return { code: ended.status, text: ended.stdout + ended.stderr };
}
