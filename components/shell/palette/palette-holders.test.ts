import { describe, expect, it } from 'vitest';
import { aHolder, aLock, aProcess } from '@/e2e/support/a-lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { lookUpOf } from '@/lib/domain/lists/look-up';
import { holdersNamed } from './palette-holders';

const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const LINE = `attempt to unlock lock, not locked by current thread by node id: ${ID} thread-id: 47`;
const names = (text: string, ...found: Parameters<typeof holdersNamed>[1]) =>
  holdersNamed(lookUpOf(text), found).map(({ name }) => name);

describe('the holders that a text names', () => {
  it('are the client of a Redisson exception, once, found or not', () => {
    expect(names(LINE, aLock(), aLock({ name: 'other' }))).toEqual([ID]);
    expect(names(LINE)).toEqual([ID]);
    expect(holdersNamed(lookUpOf(LINE), [])[0]?.path).toBe(`/holders/instance%3A${ID}`);
  });

  it('are called as their tokens call them, whatever the case of the text', () => {
    const instance = ID.toUpperCase();
    const holder = aHolder({ token: displayOf(`${instance}:47`), process: aProcess({ instance }) });
    expect(names(LINE, aLock({ holders: [holder] }))).toEqual([instance]);
  });

  it('are the client whose token was pasted', () => {
    const token = `ls1.${'0a'.repeat(16)}.1.4711@worker-7`;
    const holder = aHolder({ token: displayOf(token), process: aProcess({ instance: 'p-1' }) });
    expect(names(token, aLock({ holders: [holder] }))).toEqual(['p-1']);
  });

  it('are nobody where the id is a token and no client', () => {
    const holder = aHolder({ token: displayOf(ID), process: null });
    expect(names(ID, aLock({ holders: [holder] }))).toEqual([]);
    expect(names('order:7', aLock())).toEqual([]);
  });
});
