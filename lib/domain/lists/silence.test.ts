import { describe, expect, it } from 'vitest';
import type { Silence, SilenceScope } from '../../contract/silences';
import { slugOf } from '../keys/lock-id';
import { isSilenced, type Silenceable, scopesOf, silencer } from './silence';

const NOW = 1_000_000;

function silence(scope: SilenceScope, change: Partial<Silence> = {}): Silence {
  return {
    id: 's',
    code: 'no-ttl',
    target: 'main',
    scope,
    untilMs: NOW + 1,
    reason: 'known',
    by: 'ann',
    createdMs: 0,
    ...change,
  };
}

function ofLock(key: string, change: Partial<Silenceable> = {}): Silenceable {
  return { code: 'no-ttl', target: 'main', id: `main.0.${slugOf(key)}`, key, node: null, ...change };
}

const ofNode = (node: string): Silenceable => ({
  code: 'evictable-locks',
  target: 'main',
  id: null,
  key: null,
  node,
});

describe('a silence', () => {
  it('is about its own rule and target alone', () => {
    const all = [silence({ kind: 'all' })];
    expect(isSilenced(ofLock('a'), all, NOW)).toBe(true);
    expect(isSilenced(ofLock('a', { code: 'holder-gone' }), all, NOW)).toBe(false);
    expect(isSilenced(ofLock('a', { target: 'other' }), all, NOW)).toBe(false);
  });

  it('ends at its end, to the millisecond', () => {
    const all = [silence({ kind: 'all' }, { untilMs: NOW })];
    expect(isSilenced(ofLock('a'), all, NOW - 1)).toBe(true);
    expect(isSilenced(ofLock('a'), all, NOW)).toBe(false);
  });

  it('of one lock leaves its siblings', () => {
    const one = [silence({ kind: 'lock', id: 'main.0.order:1' })];
    expect(isSilenced(ofLock('order:1'), one, NOW)).toBe(true);
    expect(isSilenced(ofLock('order:2'), one, NOW)).toBe(false);
  });

  it('of a family is about every key of its shape, also one that is not there yet', () => {
    const family = [silence({ kind: 'family', family: 'order:{*}:lock' })];
    expect(isSilenced(ofLock('order:{123}:lock'), family, NOW)).toBe(true);
    expect(isSilenced(ofLock('order:{124}:lock'), family, NOW)).toBe(true);
    expect(isSilenced(ofLock('order:{123}:lock:2'), family, NOW)).toBe(false);
  });

  it('of a glob compares bytes, as Redis does', () => {
    const glob = [silence({ kind: 'glob', glob: 'größe:?' })];
    expect(isSilenced(ofLock('größe:1', { id: 'main.0.gr~C3~B6~C3~9Fe:1' }), glob, NOW)).toBe(true);
    expect(isSilenced(ofLock('größe:12', { id: 'main.0.gr~C3~B6~C3~9Fe:12' }), glob, NOW)).toBe(false);
    expect(
      isSilenced(ofNode('größe:1'), [silence({ kind: 'glob', glob: '*' }, { code: 'evictable-locks' })], NOW),
    ).toBe(false);
  });

  it('of one server leaves the others', () => {
    const one = [silence({ kind: 'node', node: 'r:1' }, { code: 'evictable-locks' })];
    expect(isSilenced(ofNode('r:1'), one, NOW)).toBe(true);
    expect(isSilenced(ofNode('r:2'), one, NOW)).toBe(false);
  });

  it('of a lock is told by the one of several that ends last', () => {
    const silences = [
      silence({ kind: 'all' }, { id: 'early', untilMs: NOW + 10 }),
      silence({ kind: 'glob', glob: '*' }, { id: 'late', untilMs: NOW + 30 }),
      silence({ kind: 'all' }, { id: 'middle', untilMs: NOW + 20 }),
    ];
    expect(silencer(silences, NOW)(ofLock('a'))?.id).toBe('late');
    expect(silencer(silences.slice(0, 2), NOW + 15)(ofLock('a'))?.id).toBe('late');
    expect(silencer([silences[0], silences[2]] as Silence[], NOW)(ofLock('a'))?.id).toBe('middle');
  });
});

it('a scope is offered only where it can be true', () => {
  expect(scopesOf('no-ttl')).toEqual(['lock', 'family', 'glob', 'all']);
  expect(scopesOf('node-silent')).toEqual(['node', 'all']);
  expect(scopesOf('evictable-locks')).toEqual(['node', 'all']);
});
