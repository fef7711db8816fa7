import { expect, test } from 'vitest';
import { familyOf } from './family';

test.each([
  ['order:{123}:lock', 'order:{*}:lock'],
  ['order:{7}:lock', 'order:{*}:lock'],
  ['cart:1100:7', 'cart:*:*'],
  ['invoice:2026-11', 'invoice:*'],
  ['report.2026-11-21T04:00.lock', 'report.*T*:*.lock'],
  ['lock:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58', 'lock:*'],
  ['job:0fc231521bc67967f3c288a4935288fa:RUN', 'job:*:RUN'],
  ['deadbeef:lock', 'deadbeef:lock'],
  ['deadbeef01:lock', '*:lock'],
  ['worker7', 'worker*'],
  ['user:aZ3kQ9xW1pLm:lock', 'user:*:lock'],
  ['sha256sum:lock', 'sha*sum:lock'],
  ['bull:emails:4711:lock', 'bull:emails:*:lock'],
  ['nightly-reconcile', 'nightly-reconcile'],
  ['наклад:42:🔒', 'наклад:*:🔒'],
  ['', ''],
])('%s is of the family %s', (key, family) => expect(familyOf(key)).toBe(family));

test('the family of a family is itself', () => {
  for (const key of ['order:{123}:lock', 'a1b2c3:9', 'x-1-2-3', '2026-11'])
    expect(familyOf(familyOf(key))).toBe(familyOf(key));
});

test('a name of a megabyte is looked at without delay', () => {
  for (const part of ['0', 'f', '0f', 'a1', '-', '8d3c3d43-'])
    familyOf(part.repeat((1024 * 1024) / part.length));
});
