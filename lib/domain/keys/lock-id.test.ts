import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, toUint8 } from './bytes';
import { isTargetName, keyOfSlug, lockId, lockIdOfPath, lockPath, parseLockId, slugOf } from './lock-id';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const anyKey = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

describe('a lock id', () => {
  test('gives back the exact bytes of any key', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const id = lockId('shop', 0, key, sha256);
        const address = parseLockId(id);
        expect(address).toMatchObject({ target: 'shop', db: 0 });
        expect(keyOfSlug(address?.slug ?? '')).toBe(key);
      }),
    );
  });

  test('means the same to every URL layer: nothing in it is ever percent-encoded or normalised', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const path = lockPath(lockId('shop', 0, key, sha256));
        expect(new URL(path, 'http://console').pathname).toBe(path);
        expect(decodeURIComponent(path)).toBe(path);
      }),
    );
  });

  test('differs wherever the keys differ', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (a, b) => {
        expect(slugOf(a) === slugOf(b)).toBe(a === b);
      }),
    );
  });

  test('stays readable for an ordinary key', () => {
    expect(lockId('eu-central', 2, 'order:7', sha256)).toBe('eu-central.2.order:7');
    expect(lockPath('eu-central.2.order:7')).toBe('/locks/eu-central.2/order:7');
  });

  test('of a key too long for a URL names it by its digest', () => {
    const key = bytesOf('k'.repeat(1_000_000));
    const id = lockId('shop', 0, key, sha256);
    expect(id).toBe(`shop.0.~s${sha256(toUint8(key))}`);
    expect(parseLockId(id)).not.toBeNull();
    expect(keyOfSlug(parseLockId(id)?.slug ?? '')).toBeNull();
  });

  test.each([
    '',
    'shop',
    'shop.0.',
    'Shop.0.a',
    'shop.x.a',
    'shop.0.a/b',
    'shop.0.~zz',
    '-a.0.k',
    'shop.0.a b',
  ])('is not %j', (text) => expect(parseLockId(text)).toBeNull());
});

test.each([
  ['shop', true],
  ['rl-1', true],
  ['', false],
  ['-a', false],
  ['a.b', false],
  ['A', false],
  ['a'.repeat(65), false],
])('%j as a target name: %s', (name, valid) => expect(isTargetName(name)).toBe(valid));

test.each([
  ['shop.0', 'stock:~7Bwh~7D', 'shop.0.stock:~7Bwh~7D'],
  ['shop.0', 'stock:{wh}', 'shop.0.stock:~7Bwh~7D'],
  ['shop.0', 'é', 'shop.0.~C3~A9'],
  ['shop', 'stock', 'shop.stock'],
  ['shop.0', '', 'shop.0.'],
])('an address of %j and %j names %j', (node, key, id) => expect(lockIdOfPath(node, key)).toBe(id));
