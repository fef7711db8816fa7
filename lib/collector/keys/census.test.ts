import { createHash } from 'node:crypto';
import Redlock from 'redlock';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { OBTAIN } from '../../../e2e/support/spring-obtain';
import { statusOf, watchesOn } from '../../../e2e/support/watch';
import { libraryScripts } from '../../formats/core/library-scripts';
import { createBudget } from './budget';
import { createCensusPoll, hitsOf } from './census';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);
const LATER_MS = 300_000;

function start() {
  const clock = { nowMs: 1_000_000 };
  const now = () => clock.nowMs;
  return { clock, ...createCensusPoll({ redis: own.redis, budget: createBudget(1_000, Date.now), now }) };
}

test('a library that took a lock is found, with its version; none is found where none ran', async () => {
  const { poll, census, libraries, clock } = start();
  expect(census()).toBeNull();
  await poll();
  expect(census()?.hits).toEqual([]);
  const lock = await new Redlock([own.redis], { retryCount: 0 }).acquire(['census:lock'], 5_000);
  await lock.unlock();
  await poll();
  expect(census()?.hits, 'it was asked a moment ago').toEqual([]);
  clock.nowMs += LATER_MS;
  await poll();
  const { hits = [] } = census() ?? {};
  expect(hits.map(({ library }) => library)).toEqual(['node-redlock']);
  expect(hits[0]).toMatchObject({ versions: ['4.2.0'], known: 3 });
  expect(hits[0]?.found).toBeGreaterThanOrEqual(2);
  expect([...libraries()]).toEqual(['node-redlock']);
  await own.redis.script('FLUSH');
  clock.nowMs += LATER_MS;
  await poll();
  expect(census()?.hits).toEqual([]);
});

test('what a silence made unknown is asked again as soon as the server answers', async () => {
  const { poll, census, forget } = start();
  await poll();
  forget();
  expect(census()).toBeNull();
  await poll();
  expect(census()).not.toBeNull();
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

test('a lock whose library comes to be known is read as its own, and nobody is told that it changed hands', async () => {
  const key = 'orders:invoice:7';
  const take = () => own.redis.eval(OBTAIN, 1, key, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58', 60_000);
  await take();
  await own.redis.script('FLUSH');
  const { collector, kinds, lock } = await watching();
  await until('the lock', () => lock(key)?.format.id === 'random-token');
  expect(lock(key)?.format.hint).toBeNull();
  await take();
  await own.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'); // the census polls again after a reconnect
  await until('the census', () => statusOf(collector).census?.hits.length === 1);
  await take();
  await until('its format', () => lock(key)?.format.id === 'spring-lock-registry');
  expect(lock(key)?.format).toMatchObject({ confidence: 'likely', hint: { id: 'spring-lock-registry' } });
  // Until then the key was only possibly a lock, and such a key has no events.
  await until('its event', () => kinds(key).includes('first-seen'));
  expect(kinds(key).filter((kind) => kind !== 'renewed')).toEqual(['first-seen']);
});

test('a script that many write by hand, word for word, is not taken for a library', () => {
  const known = new Set(libraryScripts.flatMap(({ sha1s }) => sha1s));
  const held = 'if redis.call("get", KEYS[1]) == ARGV[1] then return';
  for (const text of [
    `${held} redis.call("del", KEYS[1]) else return 0 end`,
    `${held} redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end`,
    'if redis.call("get",KEYS[1]) == ARGV[1] then\n    return redis.call("del",KEYS[1])\nelse\n    return 0\nend\n',
  ]) {
    for (const quoted of [text, text.replaceAll('"', "'"), text.trimEnd()])
      expect(known.has(createHash('sha1').update(quoted).digest('hex')), quoted).toBe(false);
  }
});
