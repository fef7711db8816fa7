import { describe, expect, it } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { ApiFailure } from '@/lib/api/http';
import type { PlannedChange, Preview, Seen } from '@/lib/contract/actions';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { changeNow, comparedNow, type LockNow } from './reading-now';

const SEEN: Seen = {
  ...{ type: 'string', formatId: 'f', tokenDigest: 'a'.repeat(64), holdCount: null },
  ...{ ttlMs: 20_000, deadlineMs: 50_000, readAtMs: 1 },
  acquisition: { version: 1, sinceMs: 1, confirmed: true },
};
const CHANGE: PlannedChange = { does: 'delete-key', nodes: ['a:1'], withDeadline: false };
const request = { plan: { seen: SEEN, consequences: [], change: CHANGE } } as unknown as ApprovalRequest;

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

describe('the change that would be made', () => {
  /** Read again, with this in the preview. */
  const reread = (more: Partial<Preview>, error: ApiFailure | null = null): LockNow => {
    const holder = aHolder({ token: { text: '8d3cfe67a9b04d2cc58f47', exact: true, byteLength: 22 } });
    const preview = { lock: aLock({}), holder, seen: SEEN, ...more };
    return { data: { preview, askedAtMs: 7 }, error } as unknown as LockNow;
  };

  it('is that of the last reading, with the token as it is shown', () => {
    const change = { ...CHANGE, nodes: ['a:1', 'b:2'] };
    expect(changeNow(request, reread({ change }))).toEqual({
      ...{ ...change, token: '8d3c…8f47', holdCount: null },
    });
  });

  it('is none where the lock allows it no more, whatever was planned', () => {
    expect(changeNow(request, reread({ allowed: false }))).toBeNull();
  });

  it('is the one that was planned while nothing can be read, and names a token that was never read by its digest', () => {
    const error = new ApiFailure(503, 'node-down', 'x');
    expect(changeNow(request, reread({}, error))).toMatchObject({ does: 'delete-key', token: '8d3c…8f47' });
    const never = { data: undefined, error } as unknown as LockNow;
    expect(changeNow(request, never)).toMatchObject({ does: 'delete-key', token: 'sha256:aaaaaaaaaaaa' });
    const other = reread({ change: CHANGE, seen: { ...SEEN, tokenDigest: 'b'.repeat(64) } });
    expect(changeNow(request, other)?.token).toBe('sha256:aaaaaaaaaaaa');
  });

  it('is not known to whoever has no right to it, nor from a request of an older console', () => {
    expect(changeNow({ ...request, plan: null }, reread({ change: CHANGE }))).toBeNull();
    const older = { plan: { seen: SEEN, consequences: [], change: null } } as unknown as ApprovalRequest;
    expect(changeNow(older, reread({}, new ApiFailure(503, 'node-down', 'x')))).toBeNull();
  });
});
