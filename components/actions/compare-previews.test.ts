import { expect, test } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import type { Preview, Seen } from '@/lib/domain/api';
import { changeBetween } from './compare-previews';

const seen: Seen = {
  ...{ type: 'string', formatId: 'constant-value', tokenDigest: 'a'.repeat(64), holdCount: 1 },
  ...{ ttlMs: 'none', deadlineMs: 'none', acquisition: { version: 7, sinceMs: null }, readAtMs: 0 },
};

function previewOf(change: Partial<Seen>): Preview {
  return {
    ...{ lock: aLock(), holder: aHolder(), evidence: [], seen: { ...seen, ...change }, consequences: [] },
    ...{ allowed: true, why: null, requires: { reason: false, typedKey: true }, typedKey: 'k', command: '' },
    nowMs: 0,
  };
}

test('another acquisition is a change although every byte is the same', () => {
  const next = previewOf({ acquisition: { version: 8, sinceMs: null } });
  expect(changeBetween(previewOf({}), next)?.changed).toEqual(['acquisition']);
  expect(changeBetween(previewOf({}), previewOf({}))).toBeNull();
});

test('a hold that the collector does not know, or no longer knows, is not called another', () => {
  expect(changeBetween(previewOf({ acquisition: null }), previewOf({}))).toBeNull();
  expect(changeBetween(previewOf({}), previewOf({ acquisition: null }))).toBeNull();
});
