import { describe, expect, it } from 'vitest';
import { aHolder, buildTestLock } from '@/e2e/support/a-lock';
import { ApiFailure } from '@/lib/api/http';
import type { Preview, Seen } from '@/lib/contract/actions';
import type { Lock } from '@/lib/contract/lock';
import { failedAction } from './action-outcome';
import { changeBetween } from './preview/compare-previews';

const seen: Seen = {
  type: 'hash',
  formatId: 'redisson-lock',
  tokenDigest: 'a'.repeat(64),
  holdCount: 1,
  ttlMs: 20_000,
  deadlineMs: 120_000,
  acquisition: null,
  readAtMs: 100_000,
};

function preview(over: Partial<Seen> = {}, lock: Partial<Lock> = {}): Preview {
  const shown = buildTestLock('a', lock);
  return {
    lock: shown,
    holder: shown.holders[0] ?? aHolder(),
    evidence: [],
    seen: { ...seen, ...over },
    consequences: [],
    allowed: true,
    why: null,
    requires: { reason: false, typedKey: false, although: null },
    typedKey: 'a',
    command: '',
    nowMs: 100_000,
  };
}

const notUnique = {
  holders: buildTestLock('a').holders.map((holder) => ({ ...holder, tokenUnique: false })),
};

describe('two readings', () => {
  it('are the same while the same holder holds it as deep', () => {
    expect(changeBetween(preview(), preview({ ttlMs: 19_000, readAtMs: 101_000 }))).toBeNull();
  });

  it('are the same when a unique holder renewed: that is its right', () => {
    expect(changeBetween(preview(), preview({ deadlineMs: 130_000 }))).toBeNull();
  });

  it('differ when the deadline of a token that is not unique moved: it may be another holder', () => {
    const [before, after] = [preview({}, notUnique), preview({ deadlineMs: 130_000 }, notUnique)];
    expect(changeBetween(before, after)?.changed).toEqual(['deadline']);
    expect(changeBetween(before, preview({ deadlineMs: 120_004 }, notUnique))).toBeNull();
    expect(changeBetween(before, preview({ deadlineMs: 'none' }, notUnique))?.changed).toEqual(['deadline']);
  });

  it('differ in holder, hold count, type and format, each by name', () => {
    const change = changeBetween(
      preview(),
      preview({ tokenDigest: 'b'.repeat(64), holdCount: 2, type: 'string', formatId: 'random-token' }),
    );
    expect(change?.changed).toEqual(['type', 'format', 'holder', 'hold-count']);
    expect(change?.before.token).toContain('8d3c');
  });
});

describe('a failed act', () => {
  it('shows the token that was seen, of which the server has only the digest', () => {
    const side = { atMs: 1, holder: null, token: 'sha256:aaaa…', holdCount: 1, ttlMs: 1, type: 'hash' };
    const details = { before: side, after: { ...side, token: 'b21f' }, changed: ['holder'], auditId: 7 };
    const failed = failedAction(new ApiFailure(409, 'changed', '', details), preview());
    expect(failed).toMatchObject({
      is: 'changed',
      refused: true,
      auditId: 7,
      change: { after: { token: 'b21f' } },
    });
    expect(failed.is === 'changed' && failed.change.before.token).toContain('8d3c');
  });

  it('of one of several that has the lock no more is about nobody who took its place', () => {
    const side = { atMs: 1, holder: 'x', token: 'x', holdCount: 1, ttlMs: 1, type: 'hash' };
    const failure = (changed: string[], type = 'hash') =>
      new ApiFailure(409, 'changed', '', { before: side, after: { ...side, type }, changed, auditId: 7 });
    const several = preview({}, { holders: [aHolder(), aHolder()] });
    expect(failedAction(failure(['holder']), several)).toEqual({ is: 'left', auditId: 7 });
    expect(failedAction(failure(['hold-count']), several).is).toBe('changed');
    expect(failedAction(failure(['type'], 'none'), several).is).toBe('changed');
    expect(failedAction(new ApiFailure(409, 'not-held', ''), several)).toEqual({ is: 'left', auditId: null });
  });

  it('leaves the outcome open unless something says that nothing happened', () => {
    const of = (status: number, code: string, details = {}) =>
      failedAction(new ApiFailure(status, code, '', details), preview()).is;
    expect(of(504, 'timed-out', { mayHaveHappened: true })).toBe('unclear');
    expect(of(0, 'timed-out')).toBe('unclear');
    expect(of(0, 'unreachable')).toBe('unclear');
    expect(of(500, 'internal')).toBe('unclear');
    expect(of(503, 'node-down', { mayHaveHappened: false })).toBe('refused');
    expect(of(403, 'denied')).toBe('refused');
    expect(of(422, 'release-unsupported')).toBe('refused');
    expect(of(429, 'rate-limited')).toBe('refused');
    expect(of(404, 'not-found')).toBe('gone');
  });
});
