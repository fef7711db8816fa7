import { describe, expect, it } from 'vitest';
import type { Done } from '@/components/actions/done';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import type { Comeback, FollowUp, HealthAfter } from './follow-up';
import { type FollowedKey, joinFollowUps } from './join-follow-ups';

const NOTHING: FollowUp = {
  ...{ next: null, taker: null, nextLeftMs: 0, quarantineLeftMs: 0, now: null },
  ...{ health: null, comeback: null, comebackKey: null, lease: null },
};

const keyOf = (name: string, follow: Partial<FollowUp>): FollowedKey => ({
  done: { lock: aLock({ name }) } as Done,
  follow: { ...NOTHING, ...follow },
});

const HOLDERS = [aHolder()];
const AWAY: Comeback = { is: 'away', untilMs: 20_000 };
const WATCHING: Comeback = { is: 'watching', untilMs: 60_000, leftMs: 1 };
const back = (afterMs: number): Comeback => ({ is: 'back', afterMs });
const GAP = { is: 'unknown', fromMs: 1, toMs: null } as const;

function joined(...follows: Partial<FollowUp>[]): FollowUp {
  const [first, ...others] = follows.map((follow, nth) => keyOf(`key-${nth}`, follow));
  if (!first) throw new Error('an act is on a key');
  return joinFollowUps([first, ...others]);
}

describe('an action on several keys', () => {
  it.each<[string, Comeback[], Comeback, string]>([
    ['who came back to one of them', [AWAY, back(4_000)], back(4_000), 'key-1'],
    ['who came back first', [back(9_000), back(4_000)], back(4_000), 'key-1'],
    ['that it is not known of one', [AWAY, GAP], GAP, 'key-1'],
    ['that one is watched still', [AWAY, WATCHING], WATCHING, 'key-1'],
    ['the longer watch', [AWAY, { ...AWAY, untilMs: 60_000 }], { ...AWAY, untilMs: 60_000 }, 'key-1'],
    ['that none has it again, by the key of the page', [AWAY, AWAY], AWAY, 'key-0'],
  ])('says %s', (_, comebacks, comeback, comebackKey) => {
    expect(joined(...comebacks.map((each) => ({ comeback: each })))).toMatchObject({ comeback, comebackKey });
  });

  it.each<[HealthAfter, HealthAfter, HealthAfter['is']]>([
    [{ is: 'healthy', holders: HOLDERS }, { is: 'healthy', holders: HOLDERS }, 'healthy'],
    [{ is: 'healthy', holders: HOLDERS }, { is: 'held', holders: HOLDERS }, 'held'],
    [{ is: 'healthy', holders: HOLDERS }, { is: 'risk', holders: HOLDERS }, 'risk'],
    [{ is: 'healthy', holders: HOLDERS }, { is: 'old', holders: HOLDERS }, 'old'],
    [{ is: 'free' }, { is: 'lost' }, 'lost'],
    [{ is: 'free' }, GAP, 'unknown'],
    [{ is: 'healthy', holders: HOLDERS }, { is: 'free' }, 'healthy'],
    [{ is: 'free' }, { is: 'held', holders: HOLDERS }, 'free'],
  ])('is as well as the worst of them', (one, other, is) => {
    expect(joined({ health: one }, { health: other }).health?.is).toBe(is);
  });

  it('is unknown while one of them is, and one key alone is itself', () => {
    const now = { is: 'unknown', fromMs: 1, toMs: 1 } as const;
    const free = { is: 'free', isLost: false, fromMs: 1, toMs: 1 } as const;
    expect(joined({ now: free }, { now }).now?.is).toBe('unknown');
    expect(joined({ now: free, comeback: AWAY })).toMatchObject({ now: free, comebackKey: null });
  });
});
