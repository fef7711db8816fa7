import { describe, expect, it } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { ApiFailure } from '@/lib/api/http';
import type { Preview, Seen } from '@/lib/contract/actions';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { comparedNow, type LockNow } from './reading-now';

const SEEN: Seen = {
  ...{ type: 'string', formatId: 'f', tokenDigest: 'a'.repeat(64), holdCount: null },
  ...{ ttlMs: 20_000, deadlineMs: 50_000, readAtMs: 1 },
  acquisition: { version: 1, sinceMs: 1, confirmed: true },
};
const request = { plan: { seen: SEEN, consequences: [] } } as unknown as ApprovalRequest;

function now(change: Partial<Seen>, tokenUnique = true, error: ApiFailure | null = null): LockNow {
  const preview = {
    ...{ lock: aLock({}), holder: aHolder({ tokenUnique }), seen: { ...SEEN, readAtMs: 9, ...change } },
  } as unknown as Preview;
  return { data: { preview, askedAtMs: 7 }, error } as unknown as LockNow;
}

describe('a lock against what was seen when somebody asked', () => {
  it.each([
    ['read again', {}, true, []],
    ['a renewal of a token that nobody else writes', { deadlineMs: 80_000 }, true, []],
    ['a deadline that moved of one that others write', { deadlineMs: 80_000 }, false, ['deadline']],
    ['another holder', { tokenDigest: 'b'.repeat(64) }, true, ['holder']],
    ['another count', { holdCount: 2 }, true, ['hold-count']],
    [
      'another acquisition',
      { acquisition: { version: 2, sinceMs: 2, confirmed: true } },
      true,
      ['acquisition'],
    ],
  ])('%s', (_, change, unique, changed) => {
    const is = changed.length === 0 ? 'same' : 'changed';
    expect(comparedNow(request, now(change, unique))).toEqual({
      ...{ is, askedAtMs: 7 },
      ...(changed.length > 0 && { changed }),
    });
  });

  it('is gone, or not known, whatever the reading before said', () => {
    const failed = (status: number, code: string) => now({}, true, new ApiFailure(status, code, 'x'));
    expect(comparedNow(request, failed(404, 'not-found'))).toEqual({ is: 'gone' });
    expect(comparedNow(request, failed(409, 'not-held'))).toEqual({ is: 'gone' });
    expect(comparedNow(request, failed(503, 'node-down'))).toMatchObject({ is: 'unread' });
    expect(comparedNow({ ...request, plan: null }, now({}))).toEqual({ is: 'hidden' });
    expect(comparedNow(request, { data: undefined, error: null } as unknown as LockNow)).toEqual({
      is: 'reading',
    });
  });
});
