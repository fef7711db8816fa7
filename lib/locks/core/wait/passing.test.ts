import { expect, test } from 'vitest';
import { fileServer } from '../../../../e2e/support/file-server';
import { LockError } from '../../../domain/values/lock-error';
import { mayPass } from './passing';

const own = fileServer();

/** What ioredis throws when Redis answers with this error. */
async function replied(text: string): Promise<unknown> {
  return own.redis.eval('return redis.error_reply(ARGV[1])', 0, text).catch((error: unknown) => error);
}

/** As a script of Redis 6 says it, which puts its own words in front. */
const inScript = (text: string) => `ERR Error running script (call to f_0c): @user_script:1: -${text}`;

test.each([
  "READONLY You can't write against a read only replica.",
  'LOADING Redis is loading the dataset in memory',
  'CLUSTERDOWN The cluster is down',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  'TRYAGAIN Multiple keys request during rehashing of slot',
])('%s: an attempt after it may succeed', async (text) => {
  expect([mayPass(await replied(text)), mayPass(await replied(inScript(text)))]).toEqual([true, true]);
});

test.each([
  "NOPERM this user has no permissions to run the 'evalsha' command",
  "OOM command not allowed when used memory > 'maxmemory'.",
  'WRONGTYPE Operation against a key holding the wrong kind of value',
  'NOAUTH Authentication required.',
  'ERR unknown command, although LOADING stands in it',
])('%s is an answer, which ends the wait', async (text) => {
  expect([mayPass(await replied(text)), mayPass(await replied(inScript(text)))]).toEqual([false, false]);
});

test('of our own errors those may pass that say that Redis gave no answer', () => {
  const pass = (['timed-out', 'quorum-not-reached'] as const).map((code) => mayPass(new LockError(code, '')));
  const end = (['aborted', 'lost', 'invalid-argument'] as const).map((code) =>
    mayPass(new LockError(code, '')),
  );
  expect([pass, end]).toEqual([
    [true, true],
    [false, false, false],
  ]);
});
