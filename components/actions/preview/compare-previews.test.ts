import { describe, expect, test } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import type { Certainty, Preview, Seen } from '@/lib/contract/actions';
import { changeBetween } from './compare-previews';

const seen: Seen = {
  ...{ type: 'string', formatId: 'constant-value', tokenDigest: 'a'.repeat(64), holdCount: 1 },
  ...{
    ttlMs: 'none',
    deadlineMs: 'none',
    acquisition: { version: 7, sinceMs: null, confirmed: true },
    readAtMs: 0,
  },
};

function previewOf(change: Partial<Seen>): Preview {
  return {
    ...{ lock: aLock(), holder: aHolder(), evidence: [], seen: { ...seen, ...change }, consequences: [] },
    ...{
      allowed: true,
      why: null,
      requires: { reason: false, typedKey: true, although: null },
      typedKey: 'k',
      command: '',
    },
    nowMs: 0,
  };
}

test('another acquisition is a change although every byte is the same', () => {
  const next = previewOf({ acquisition: { version: 8, sinceMs: null, confirmed: true } });
  expect(changeBetween(previewOf({}), next)?.changed).toEqual(['acquisition']);
  expect(changeBetween(previewOf({}), previewOf({}))).toBeNull();
});

test('a hold that the collector does not know, or no longer knows, is not called another', () => {
  expect(changeBetween(previewOf({ acquisition: null }), previewOf({}))).toBeNull();
  expect(changeBetween(previewOf({}), previewOf({ acquisition: null }))).toBeNull();
});

describe('the other keys of a hold', () => {
  function withParts(...parts: [name: string, sure: Certainty, version: number][]): Preview {
    const preview = previewOf({});
    const read = parts.map(([name, sure, version]) => ({
      ...{ lock: aLock({ name }), holder: aHolder(), sure, acquiredApartMs: 0, leasesApartMs: 0 },
      ...{
        seen: { ...seen, acquisition: { version, sinceMs: null, confirmed: true } },
        allowed: true,
        why: null,
      },
      requires: preview.requires,
    }));
    return { ...preview, hold: { parts: read, more: 0 } };
  }

  const changed = (preview: Preview, change: (seen: Seen | null) => Seen | null): Preview => {
    const parts = (preview.hold?.parts ?? []).map((part) => ({ ...part, seen: change(part.seen) }));
    return { ...preview, hold: { parts, more: 0 } };
  };
  const unread = (preview: Preview) => changed(preview, () => null);
  const unknown = (preview: Preview) => changed(preview, (was) => was && { ...was, acquisition: null });

  test.each<[string, Preview, Preview, readonly string[], boolean]>([
    ['the same', withParts(['b', 'likely', 1]), withParts(['b', 'likely', 1]), [], false],
    ['taken anew', withParts(['b', 'likely', 1]), withParts(['b', 'likely', 2]), [], true],
    ['gone', withParts(['b', 'likely', 1]), previewOf({}), [], true],
    ['one more', previewOf({}), withParts(['b', 'proven', 1]), [], true],
    ['no longer surely of it', withParts(['b', 'likely', 1]), withParts(['b', 'possible', 1]), [], true],
    ['one that may be another', withParts(['b', 'possible', 1]), withParts(['b', 'possible', 2]), [], false],
    ['not read this time', withParts(['b', 'likely', 1]), unread(withParts(['b', 'possible', 1])), [], false],
    ['not read before', unread(withParts(['b', 'likely', 1])), withParts(['b', 'likely', 1]), [], true],
    [
      'not read before nor now',
      unread(withParts(['b', 'likely', 1])),
      unread(withParts(['b', 'likely', 1])),
      [],
      false,
    ],
    [
      'not known to the collector now',
      withParts(['b', 'likely', 1]),
      unknown(withParts(['b', 'likely', 1])),
      [],
      false,
    ],
    ['the same when chosen', withParts(['b', 'possible', 1]), withParts(['b', 'possible', 2]), ['b'], true],
  ])('count while they are released with the lock: %s', (_, before, after, chosen, isChange) => {
    const ids = new Set(chosen.map((name) => aLock({ name }).id));
    expect(changeBetween(before, after, ids)?.changed ?? null).toEqual(isChange ? ['keys'] : null);
  });
});
