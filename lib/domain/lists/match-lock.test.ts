import { expect, test } from 'vitest';
import { aHolder, aLock, aProcess } from '../../../e2e/support/a-lock';
import { matchOf, wantedOf } from './match-lock';

const INSTANCE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const TOKEN = `${INSTANCE}:47`;
const lock = aLock({
  holders: [
    aHolder({
      token: { text: TOKEN, exact: true, byteLength: TOKEN.length },
      process: aProcess({ instance: INSTANCE, host: 'worker-7.shop.internal', pid: 4711 }),
    }),
  ],
});
const key = lock.key.text;
const by = (text: string, channels: string[] = []) => matchOf(lock, wantedOf(text, new Set(channels)));

test.each([
  [key, 'key'],
  [key.toUpperCase(), 'key'],
  [TOKEN, 'token'],
  [key.slice(0, 4), 'key-start'],
  [key.slice(2), 'key-part'],
  [INSTANCE, 'client'],
  ['worker-7', 'name'],
  [TOKEN.slice(-6), 'token-part'],
  [`Could not lock ${key}: it is taken`, 'key-in-text'],
  [`not locked by current thread by node id: ${INSTANCE} thread-id: 47`, 'token'],
  [`Nov 26 03:12:07 worker-7.shop.internal: OOM, killed process`, 'name-in-text'],
  ['{"labels": {"host": "worker-7.shop.internal"}, "status": "firing"}', 'name-in-text'],
  ['', null],
  ['something else', null],
  ['exit 4711 of another process', null],
  ['on worker-77.shop.internal there is nothing', null],
])('%s: %s', (text, reason) => expect(by(text)).toBe(reason));

test('a release channel is one, whatever its text', () => {
  expect(by('redisson_lock__channel:{x}', [key])).toBe('channel');
});
