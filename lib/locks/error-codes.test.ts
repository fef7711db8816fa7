import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { isConsoleError } from '../domain/values/errors';
import { isLockError, LockError, type LockErrorCode } from './index';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The compiler refuses one too many and one too few. */
const CODES = Object.keys({
  'wait-timeout': true,
  aborted: true,
  'not-held': true,
  lost: true,
  'quorum-not-reached': true,
  changed: true,
  'invalid-argument': true,
  'extend-unsupported': true,
  'timed-out': true,
  'unexpected-reply': true,
} satisfies Record<LockErrorCode, true>);

/** Every source file that an application gets with the client. */
async function sourcesOfClient(): Promise<{ path: string; text: string }[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/locks/index.ts', 'lib/locks/metrics.ts'],
    outdir: 'unused',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    packages: 'external',
  });
  return Object.keys(metafile.inputs).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

describe('the error codes of the client', () => {
  test('are those that it throws, no fewer and no more', async () => {
    const sources = await sourcesOfClient();
    const thrown = sources.flatMap(({ text }) =>
      [...text.matchAll(/new LockError\(\s*([^,]+),/g)].map(([, code = '']) => code.replaceAll("'", '')),
    );
    expect([...new Set(thrown)].sort()).toEqual(CODES.toSorted());
  });

  test('are not those of the console', async () => {
    const paths = (await sourcesOfClient()).map(({ path }) => path);
    expect(paths).toContain('lib/domain/values/lock-error.ts');
    expect(paths).not.toContain('lib/domain/values/errors.ts');
    // @ts-expect-error only the console throws it
    const code: LockErrorCode = 'xray-off';
    expect(CODES).not.toContain(code);
  });

  test('are known to the console', () => {
    const error: unknown = new LockError('lost', 'The lock was lost');
    expect(isLockError(error, 'lost') && isConsoleError(error, 'lost')).toBe(true);
    expect(isLockError(error, 'aborted') || isConsoleError(error, 'aborted')).toBe(false);
  });
});
