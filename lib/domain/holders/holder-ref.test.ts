import { expect, test } from 'vitest';
import { aLock } from '../../../e2e/support/a-lock';
import { holderPath, holderRefsOf } from './holder-ref';

const [holder] = aLock().holders;
if (!holder) throw new Error('a lock of a test has a holder');
const process = {
  host: 'w7',
  pid: 1,
  instance: null,
  app: null,
  label: null,
  startMs: null,
  heartbeat: null,
};

test('an instance is wider than a process, and that wider than a token', () => {
  const refs = holderRefsOf({ ...holder, process: { ...process, instance: 'abc', startMs: 5 } });
  expect(refs).toEqual(['instance:abc', 'process:w7:1@5', `token:${holder.token.text}`]);
});

test('a holder that nothing tells from others has no page', () => {
  expect(holderPath({ ...holder, tokenUnique: false, process: null })).toBeNull();
  expect(holderPath({ ...holder, tokenUnique: false, process: { ...process, pid: null } })).toBeNull();
});

test('whatever is in a token, its path is one segment', () => {
  const token = { text: 'a/b?c#d %', exact: true, byteLength: 9 };
  const path = holderPath({ ...holder, token, tokenUnique: true, process: null });
  expect(path).toBe(`/holders/${encodeURIComponent('token:a/b?c#d %')}`);
});
