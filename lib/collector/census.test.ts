import Redlock from 'redlock';
import { describe, expect, test } from 'vitest';
import { fileServer } from '../../e2e/support/file-server';
import type { RawKey } from '../domain/raw-key';
import { recognise } from '../formats/index';
import { libraryScripts } from '../formats/library-scripts';
import { bare } from '../redis/key-reply';
import { createBudget } from './budget';
import { createCensusPoll, hitsOf } from './census';

const own = fileServer();
const start = () =>
  createCensusPoll({ redis: own.redis, budget: createBudget(1_000, Date.now), now: Date.now });

test('a library that took a lock is found, with its version; none is found where none ran', async () => {
  const { poll, census, libraries } = start();
  expect(census()).toBeNull();
  await poll();
  expect(census()?.hits).toEqual([]);
  const lock = await new Redlock([own.redis], { retryCount: 0 }).acquire(['census:lock'], 5_000);
  await lock.unlock();
  await poll();
  const { hits = [] } = census() ?? {};
  expect(hits.map(({ library }) => library)).toEqual(['node-redlock']);
  expect(hits[0]).toMatchObject({ versions: ['4.2.0'], known: 3 });
  expect(hits[0]?.found).toBeGreaterThanOrEqual(2);
  expect([...libraries()]).toEqual(['node-redlock']);
  await own.redis.script('FLUSH');
  await poll();
  expect(census()?.hits).toEqual([]);
});

test('a server that may not be asked leaves it unknown and says what is missing', async () => {
  await own.redis.acl('SETUSER', 'no-script', 'on', 'nopass', '~*', '&*', '+@all', '-script');
  const limited = own.redis.duplicate({ username: 'no-script', password: 'any' });
  const { poll, census, note } = createCensusPoll({
    redis: limited,
    budget: createBudget(1_000, Date.now),
    now: Date.now,
  });
  await poll();
  expect(census()).toBeNull();
  expect(note()).toMatch(/not known/);
  limited.disconnect();
});

test('of two versions the one with more scripts there comes first', () => {
  const [old, young] = ['3.27.2', '4.7.0'].map(
    (version) =>
      libraryScripts.find((each) => each.library === 'Redisson' && each.version === version)?.sha1s,
  );
  if (!old || !young) throw new Error('Redisson is not in the census');
  expect(hitsOf(new Set(young))[0]).toMatchObject({ library: 'Redisson', found: young.length });
  expect(hitsOf(new Set(young))[0]?.versions[0]).toBe('4.7.0');
  expect(hitsOf(new Set(old))[0]?.versions[0]).toBe('3.27.2');
});

test('no script is of two libraries, and every hash is one', () => {
  const owner = new Map<string, string>();
  for (const { library, sha1s } of libraryScripts) {
    for (const sha1 of sha1s) {
      expect(sha1).toMatch(/^[0-9a-f]{40}$/);
      expect(owner.get(sha1) ?? library).toBe(library);
      owner.set(sha1, library);
    }
  }
});

describe('of several libraries that write such a token', () => {
  const [now, named] = [Date.now(), true];
  const raw: RawKey = {
    ...bare('census:ambiguous:lock', 'string', now),
    ttlMs: 60_000,
    value: '0fc23152-1bc6-4967-a3c2-88a4935288fa',
    length: 36,
  };

  test('the one that ran on the server is likely, and the others stay possible', () => {
    const alone = recognise(raw, { now, named });
    expect(alone).toMatchObject({ confidence: 'possible', hint: null });
    const found = recognise(raw, { now, named, ran: new Set(['Redisson', 'pottery']) });
    expect(found).toMatchObject({ confidence: 'likely', hint: { library: 'pottery' } });
    expect(found?.alternatives[0]).toEqual(found?.hint);
    expect(found?.alternatives).toHaveLength(alone?.alternatives.length ?? 0);
  });

  test('two that ran there are told apart by nothing', () => {
    const found = recognise(raw, { now, named, ran: new Set(['pottery', 'Bull']) });
    expect(found).toMatchObject({ confidence: 'possible', hint: null });
  });
});
