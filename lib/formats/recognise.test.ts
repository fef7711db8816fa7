import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HASH_HEAD, type RawKey, VALUE_HEAD } from '../domain/keys/raw-key';
import { uuidV1Hex } from './core/fixture';
import { formats, recognise } from './index';

const NOW = 1_795_266_206_968;
/** Formats whose token is 16 random bytes as hex. */
const DRAWN = ['node-redlock', 'sesamecare-redlock', 'redlock-universal'];
const ids = (libraries: readonly { id: string }[] = []) => libraries.map(({ id }) => id);
const bytes = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
  maxLength: VALUE_HEAD,
});
const hexText = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const value = fc.oneof(
  bytes,
  hexText(32),
  hexText(40),
  fc.uuid(),
  fc.integer().map(String),
  fc.double().map(String),
  fc.integer({ min: NOW - 1e9, max: NOW + 1e9 }).map(String),
  fc.constantFrom('ls1.', '1', 'true', '', '\x00', '{"a":1}', 'NaN', '1e9', '-0', '0000000000', '1.7E+9'),
);
const ttlMs = fc.oneof(fc.constant('none' as const), fc.nat());
const stringKey = fc.record({ key: bytes, value, ttlMs, extra: fc.nat({ max: 3 }) }).map(
  ({ extra, ...rest }): RawKey => ({
    ...rest,
    type: 'string',
    hash: null,
    members: null,
    items: null,
    length: rest.value.length + extra,
    readAtMs: NOW,
  }),
);
const field = fc.tuple(
  fc.oneof(
    bytes,
    fc.uuid().map((id) => `${id}:1`),
  ),
  value,
);
const hashKey = fc
  .record({ key: bytes, hash: fc.array(field, { maxLength: HASH_HEAD }), ttlMs, extra: fc.nat({ max: 3 }) })
  .map(
    ({ extra, ...rest }): RawKey => ({
      ...rest,
      type: 'hash',
      value: null,
      members: null,
      items: null,
      length: rest.hash.length + extra,
      readAtMs: NOW,
    }),
  );
const otherKey = fc.constantFrom('list', 'set', 'zset', 'stream', 'none', 'other', 'hash', 'string').map(
  (type): RawKey => ({
    key: 'lock',
    type: type as RawKey['type'],
    ttlMs: 'none',
    value: null,
    hash: null,
    members: null,
    items: null,
    length: 0,
    readAtMs: NOW,
  }),
);

test('whatever is in a key, reading it ends with a lock that has a holder or with none', () => {
  fc.assert(
    fc.property(fc.oneof(stringKey, hashKey, otherKey), fc.boolean(), (raw, named) => {
      const found = recognise(raw, { now: NOW, named });
      if (!found) return;
      expect(found.format.redisType).toBe(raw.type);
      // A counter at zero is a lock that nobody holds.
      expect(found.decoded.holders).toHaveLength(found.decoded.permits?.held === 0 ? 0 : 1);
      expect(found.decoded.ttlMs).toBe(raw.ttlMs);
      expect(found.confidence === 'certain' ? found.format.id : '').toMatch(
        /^(?:|lockscope-mutex|redis-py-lock)$/,
      );
      const [holder] = found.decoded.holders;
      expect(!holder?.since || Number.isFinite(holder.since.atMs)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

test('a string without a lock-like name is a lock only if it lapses or its token tells its making', () => {
  fc.assert(
    fc.property(stringKey, (raw) => {
      const found = recognise({ ...raw, ttlMs: 'none' }, { now: NOW, named: false });
      expect(found?.format.id ?? 'none').toMatch(/^(?:none|lockscope-mutex|redis-py-lock)$/);
    }),
    { numRuns: 5_000 },
  );
});

test('random digits are not called redis-py or a UUID without saying what else they may be', () => {
  let certain = 0;
  fc.assert(
    fc.property(hexText(32), (token) => {
      const raw: RawKey = {
        key: 'x:lock',
        type: 'string',
        ttlMs: 1_000,
        value: token,
        hash: null,
        members: null,
        items: null,
        length: 32,
        readAtMs: NOW,
      };
      const found = recognise(raw, { now: NOW, named: true });
      if (found?.confidence === 'certain') certain++;
      else expect([found?.format.id, ...ids(found?.alternatives)]).toEqual(expect.arrayContaining(DRAWN));
    }),
    // one of 64 has the bits of a UUID of version 4, one those of version 1
    {
      numRuns: 20_000,
      examples: [['9b2f0c4e1a7d4c38a5e6f708192a3b4c'], ['9b2f0c4e1a7d1c38a5e6f708192a3b4c']],
    },
  );
  expect(certain).toBeLessThanOrEqual(1);
});

test('the token of a redis-py lock tells when waiting began, not when the lock was taken', () => {
  const token = uuidV1Hex(NOW - 4_000);
  const raw: RawKey = {
    key: 'x:lock',
    type: 'string',
    ttlMs: 1_000,
    value: token,
    hash: null,
    members: null,
    items: null,
    length: 32,
    readAtMs: NOW,
  };
  expect(recognise(raw, { now: NOW, named: true })?.decoded.holders[0]?.since).toEqual({
    atMs: NOW - 4_000,
    atLeast: false,
    atMost: true,
  });
});

test('a format that renews says how low a healthy TTL gets, one that does not says nothing', () => {
  for (const { healthyFloor } of formats) {
    if (!healthyFloor) continue;
    if ('ms' in healthyFloor) expect(healthyFloor.ms).toBeGreaterThan(0);
    else expect(healthyFloor.share > 0 && healthyFloor.share < 1).toBe(true);
  }
});
