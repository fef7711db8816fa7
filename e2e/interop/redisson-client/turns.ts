import { describe, expect, test } from 'vitest';
import type { Party, SharedKind } from '../party';
import { expectLeft, lastingKeys, newLock, type World } from './world';

const EXCLUSIVE: readonly SharedKind[] = ['reentrant', 'fair', 'fenced', 'write', 'permit', 'multi'];
const EACH = 3;
const TURNS = 12;

export function turns(world: () => World): void {
  describe('under contention', () => {
    test.each(EXCLUSIVE)('a %s lock is never held by two', async (kind) => {
      const { ours, redisson } = world();
      const key = await newLock(world(), kind);
      let inside = 0;
      let most = 0;
      let served = 0;
      const play = async (party: Party) => {
        for (let turn = 0; turn < TURNS; turn++) {
          const lease = await party.acquire(kind, key);
          most = Math.max(most, ++inside);
          await world().redis.exists(key); // somebody else's turn, were there two
          inside--;
          served++;
          await lease.release();
        }
      };
      await Promise.all([ours, redisson].flatMap((party) => Array.from({ length: EACH }, () => play(party))));
      expect({ most, served }).toEqual({ most: 1, served: 2 * EACH * TURNS });
      await expectLeft(world(), key, lastingKeys(kind, key));
    });

    test('a read-write lock is never read beside a writer', async () => {
      const { ours, redisson } = world();
      const key = await newLock(world(), 'write');
      const inside = { read: 0, write: 0 };
      const seen = new Set<string>();
      const play = async (party: Party, kind: 'read' | 'write') => {
        for (let turn = 0; turn < TURNS; turn++) {
          const lease = await party.acquire(kind, key);
          inside[kind]++;
          await world().redis.exists(key);
          if (inside.write > 0) seen.add(`${inside.write} write, ${inside.read} read`);
          inside[kind]--;
          await lease.release();
        }
      };
      const players = [ours, redisson].flatMap((party) => [
        play(party, 'read'),
        play(party, 'read'),
        play(party, 'write'),
      ]);
      await Promise.all(players);
      expect([...seen]).toEqual(['1 write, 0 read']);
      await expectLeft(world(), key, []);
    });
  });
}
