import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { bufferOf, contentsOf, hardNames, listenTo } from '../../e2e/support/lock-keys';
import { redissonClient } from '../../e2e/support/redisson-steps';
import { expectSameContents } from '../../e2e/support/twin-keys';
import {
  readHoldsBaseOf,
  readTimeoutPrefixOf,
  rwChannelOf,
  writeOwnerOf,
} from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 60_000;
const OWNERS = ['a:1', 'b:1', 'c:1'] as const;
const [A, B, C] = OWNERS;
const holdKey = (key: string, owner: string, n: number) => `${readTimeoutPrefixOf(key, owner)}:${n}`;

/** Every key that three holds of each owner may have. */
const keysOf = (key: string) => [
  key,
  ...OWNERS.flatMap((owner) => [1, 2, 3].map((n) => holdKey(key, owner, n))),
];

/** One lock as our client uses it. */
function ourClient(key: string) {
  const keys = [key, readHoldsBaseOf(key)];
  const tail = [rwChannelOf(key), 'PUBLISH'];
  return {
    read: (owner: string, count: number, leaseMs = LEASE_MS) =>
      runScript(redis, scripts.acquireRead, keys, [owner, leaseMs, count]),
    write: (owner: string, count: number, leaseMs = LEASE_MS) =>
      runScript(redis, scripts.acquireWrite, [key], [writeOwnerOf(owner), leaseMs, count]),
    releaseRead: (owner: string, left: number, leaseMs = LEASE_MS) =>
      runScript(redis, scripts.releaseRead, keys, [owner, leaseMs, ...tail, left]),
    releaseWrite: (owner: string, left: number, leaseMs = LEASE_MS) =>
      runScript(redis, scripts.releaseWrite, keys, [writeOwnerOf(owner), leaseMs, ...tail, left]),
    renewRead: (owner: string, leaseMs = LEASE_MS) =>
      runScript(redis, scripts.renewRead, keys, [owner, leaseMs]),
    free: (mode: string, token: string, count: number) =>
      runScript(redis, scripts.forceReleaseReadWrite, keys, [mode, token, count, ...tail]),
  };
}

describe('the same calls leave the same keys', () => {
  type Step = [string, 'read' | 'write' | 'endRead' | 'endWrite' | 'renew', number, number?];
  const stories: Step[] = [
    [A, 'write', 1],
    [B, 'write', 1],
    [B, 'read', 1],
    [A, 'read', 1],
    [A, 'read', 2],
    [A, 'endRead', 1],
    [A, 'endWrite', 0],
    [B, 'read', 1, 120_000],
    [C, 'read', 1, 30_000],
    [C, 'write', 1],
    [C, 'renew', 0],
    [B, 'endRead', 0],
    [A, 'endRead', 0],
    [C, 'endRead', 0],
    [A, 'write', 1],
    [A, 'endWrite', 0],
    [A, 'endRead', 0],
  ];

  test.each(hardNames())('as Redisson does: %s', async (_, key) => {
    const twin = `${key}2`;
    const us = ourClient(key);
    const they = redissonClient(redis, twin);
    for (const step of stories) {
      const [owner, act, count, leaseMs = LEASE_MS] = step;
      if (act === 'read' || act === 'write') {
        const acquire = act === 'read' ? they.readAcquire : they.writeAcquire;
        const ours = await us[act](owner, count, leaseMs);
        expect(ours.code === ReplyCode.done, String(step)).toBe((await acquire(owner, leaseMs)) === null);
      } else if (act === 'renew') {
        await us.renewRead(owner);
        await they.readRenew(owner, LEASE_MS);
        await redis.pexpire(bufferOf(twin), 120_000); // Redisson cut B's lease down; ours does not
      } else if (act === 'endRead') {
        await us.releaseRead(owner, count);
        await they.readUnlock(owner);
      } else {
        await us.releaseWrite(owner, count);
        await they.writeUnlock(owner, LEASE_MS);
      }
      await expectSameContents(redis, keysOf(key), keysOf(twin), String(step));
    }
  });

  test.each(hardNames())('and both exclude and wake each other: %s', async (_, key) => {
    const us = ourClient(key);
    const they = redissonClient(redis, key);
    const channel = await listenTo(redis, [rwChannelOf(key)]);
    const heard = async () => (await channel.heard()).map(([, payload]) => payload);
    expect((await us.write(A, 1)).code).toBe(ReplyCode.done);
    expect(await they.readAcquire(B, LEASE_MS)).toBeGreaterThan(0);
    expect(await they.writeAcquire(B, LEASE_MS)).toBeGreaterThan(0);
    await us.read(A, 1);
    await us.releaseWrite(A, 0);
    expect(await heard()).toEqual(['1']);
    expect(await they.readAcquire(B, LEASE_MS)).toBeNull();
    await us.releaseRead(A, 0);
    expect(await heard()).toEqual([]);
    expect((await us.write(A, 1)).code).toBe(ReplyCode.otherHolder);
    expect((await us.read(C, 1)).code).toBe(ReplyCode.done);
    expect(await they.readUnlock(B)).toBe(0);
    expect(await they.writeAcquire(B, LEASE_MS)).toBeGreaterThan(0);
    await us.releaseRead(C, 0);
    expect(await heard()).toEqual(['0']);
    expect(await they.writeAcquire(B, LEASE_MS)).toBeNull();
    expect((await us.read(C, 1)).code).toBe(ReplyCode.otherHolder);
    expect(await they.writeUnlock(B, LEASE_MS)).toBe(1);
    expect(await heard()).toEqual(['1']);
    channel.close();
  });
});

type State = { writer: string; writes: number; reads: Map<string, number> };

const freeToRead = ({ writer }: State, owner: string) => writer === '' || writer === owner;
const freeToWrite = ({ writer, reads }: State, owner: string) =>
  writer === owner || (writer === '' && reads.size === 0);
const isFree = ({ writer, reads }: State) => writer === '' && reads.size === 0;

function hashOf({ writer, writes, reads }: State): Record<string, string> | undefined {
  if (writer === '' && reads.size === 0) return undefined;
  const holds = [...reads].map(([owner, count]) => [owner, String(count)] as const);
  const writing = writer === '' ? [] : [[writeOwnerOf(writer), String(writes)] as const];
  return { mode: writer === '' ? 'read' : 'write', ...Object.fromEntries([...writing, ...holds]) };
}

function setReads(state: State, owner: string, count: number): void {
  if (count > 0) state.reads.set(owner, count);
  else state.reads.delete(owner);
}

/** What a release of ours must answer: `had` holds of the holder before, `left` after; `second` = it is sent again. */
function releaseCode(state: State, had: number, left: number, second: boolean): number {
  if (left > 0) return ReplyCode.stillHeld;
  if (had > 0 && !second) return ReplyCode.done;
  return isFree(state) ? ReplyCode.absent : ReplyCode.otherHolder;
}

test('in any order of calls, by us and by Redisson, nobody reads or writes beside a writer and holds balance', async () => {
  const call = fc.record({
    owner: fc.constantFrom(...OWNERS),
    act: fc.constantFrom('read', 'read', 'write', 'endRead', 'endRead', 'endWrite', 'free', 'lapse'),
    by: fc.constantFrom('us', 'redisson'),
    twice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 40, size: 'max' }), async (calls) => {
      const key = randomUUID();
      const us = ourClient(key);
      const they = redissonClient(redis, key);
      const state: State = { writer: '', writes: 0, reads: new Map() };
      for (const { owner, act, by, twice } of calls) {
        const reads = state.reads.get(owner) ?? 0;
        const writes = state.writer === owner ? state.writes : 0;
        const times = twice && by === 'us' ? [false, true] : [false];
        if (act === 'lapse') {
          await redis.del(key, ...OWNERS.map((each) => holdKey(key, each, 1)));
          Object.assign(state, { writer: '', writes: 0, reads: new Map() });
        } else if (act === 'free') {
          const token = writes > 0 ? writeOwnerOf(owner) : owner;
          const reply = await us.free(state.writer ? 'write' : 'read', token, writes || reads);
          if (writes > 0) Object.assign(state, { writer: '', writes: 0, reads: new Map() });
          else setReads(state, owner, 0);
          const freed = isFree(state) ? ReplyCode.done : ReplyCode.stillHeld;
          const none = isFree(state) ? ReplyCode.absent : ReplyCode.otherHolder;
          expect(reply.code).toBe(writes || reads ? freed : none);
        } else if (act === 'read') {
          const granted = freeToRead(state, owner);
          for (const _ of times) {
            if (by === 'redisson') expect((await they.readAcquire(owner, LEASE_MS)) === null).toBe(granted);
            else expect((await us.read(owner, reads + 1)).code === ReplyCode.done).toBe(granted);
          }
          if (granted) setReads(state, owner, reads + 1);
        } else if (act === 'write') {
          const granted = freeToWrite(state, owner);
          for (const _ of times) {
            if (by === 'redisson') expect((await they.writeAcquire(owner, LEASE_MS)) === null).toBe(granted);
            else expect((await us.write(owner, writes + 1)).code === ReplyCode.done).toBe(granted);
          }
          if (granted) Object.assign(state, { writer: owner, writes: writes + 1 });
        } else {
          const isRead = act === 'endRead';
          const had = isRead ? reads : writes;
          const left = Math.max(0, had - 1);
          if (had > 0 && isRead) setReads(state, owner, left);
          else if (had > 0) Object.assign(state, { writer: left ? owner : '', writes: left });
          for (const second of times) {
            if (by === 'redisson') {
              const reply = await (isRead ? they.readUnlock(owner) : they.writeUnlock(owner, LEASE_MS));
              expect(reply === null).toBe(had === 0);
            } else {
              const { code } = await (isRead ? us.releaseRead(owner, left) : us.releaseWrite(owner, left));
              expect(code).toBe(releaseCode(state, had, left, second));
            }
          }
        }
        expect((await contentsOf(redis, key))?.value).toEqual(hashOf(state));
        for (const each of OWNERS) {
          const count = state.reads.get(each) ?? 0;
          for (let n = 1; n <= count; n++) expect(await redis.exists(holdKey(key, each, n))).toBe(1);
        }
      }
    }),
    { numRuns: 100 },
  );
});
