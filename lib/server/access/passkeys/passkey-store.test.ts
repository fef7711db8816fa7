import { expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { onDurableDatabases } from '../../../../e2e/support/history-places';
import { MOST_PASSKEYS } from '../../../contract/limits';
import { openArchive } from '../../../history/archive/open-archive';
import { createAccounts } from '../accounts';
import { createPasskeyStore, type StoredPasskey } from './passkey-store';

const aPasskey = (id: string, account = 'mk'): StoredPasskey => ({
  ...{ id, account, name: id, publicKey: 'a', transports: ['internal'], rp: 'localhost' },
  ...{ handle: 'h', signsIn: true, createdMs: 1_000_000_000_000, usedMs: null },
});

onDurableDatabases((place) => {
  const { opened } = closing();

  /** Two consoles on one database, and a session of `mk`. */
  async function twoConsoles() {
    const url = await place.url();
    const clock = { nowMs: 1_000_000_000_000 };
    const now = () => clock.nowMs;
    const archives = [opened(openArchive({ url })), opened(openArchive({ url }))] as const;
    const [one, other] = archives.map((archive) => createPasskeyStore(archive, now));
    if (!one || !other) throw new Error('there are two');
    const accounts = createAccounts(archives[0], now);
    await accounts.openSession({
      account: 'mk',
      name: 'mk',
      via: 'passkey',
      groups: [],
      address: '',
      agent: '',
    });
    const [session] = await accounts.sessions();
    return { clock, one, other, accounts, session: session?.hash ?? '' };
  }

  test('a challenge is taken back once, by whichever console', async () => {
    const { clock, one, other } = await twoConsoles();
    const of = { purpose: 'add', bound: 'b', rp: 'localhost', handle: 'h' } as const;
    await one.keep('c', of);
    const asked = { challenge: 'c', purposes: ['add', 'add-first'], bound: 'b' } as const;
    const taken = await Promise.all([one, other, one, other].map((each) => each.take(asked)));
    expect(taken.filter((each) => each !== null)).toEqual([{ purpose: 'add', rp: 'localhost', handle: 'h' }]);
    await one.keep('old', of);
    clock.nowMs += 120_001;
    expect(await other.take({ ...asked, challenge: 'old' })).toBeNull();
  });

  test('of two consoles that add the first one at once, one does', async () => {
    const { one, other, session } = await twoConsoles();
    const first = { counter: 0, isFirst: true, session };
    const done = await Promise.all([one.add(aPasskey('a'), first), other.add(aPasskey('b'), first)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await one.passkeysOf('mk')).toHaveLength(1);
    expect(await one.add(aPasskey('c'), { ...first, isFirst: false })).toBe(true);
    expect(await one.add(aPasskey('c', 'ak'), { ...first, isFirst: false })).toBe(false);
    expect(await other.passkeysOf('ak')).toEqual([]);
  });

  test('an account has no more than the most, however many challenges it was given', async () => {
    const { one, other, session } = await twoConsoles();
    const further = { counter: 0, isFirst: false, session };
    for (let nth = 1; nth < MOST_PASSKEYS; nth++) await one.add(aPasskey(`k${nth}`), further);
    await Promise.allSettled(
      [one, other, one, other].map((each, nth) => each.add(aPasskey(`l${nth}`), further)),
    );
    expect(await one.passkeysOf('mk')).toHaveLength(MOST_PASSKEYS);
    await expect(other.add(aPasskey('m'), further)).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(await one.add(aPasskey('m', 'ak'), further)).toBe(true);
    await one.remove('k1', 'mk', session);
    expect(await one.add(aPasskey('n'), further)).toBe(true);
  });

  test('one whose session has ended meanwhile is not added', async () => {
    const { one, accounts, session } = await twoConsoles();
    await accounts.endSession(session);
    expect(await one.add(aPasskey('a'), { counter: 0, isFirst: true, session })).toBe(false);
    expect(await one.passkeysOf('mk')).toEqual([]);
  });

  test('a count that goes on is taken once, and a session knows its passkey until that is removed', async () => {
    const { clock, one, other, accounts, session } = await twoConsoles();
    await one.add(aPasskey('a'), { counter: 3, isFirst: true, session });
    const counted = await Promise.all([one, other].map((each) => each.count(aPasskey('a'), 4)));
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await one.count(aPasskey('a'), 0)).toBe(false);
    expect(await one.count(aPasskey('a', 'ak'), 5)).toBe(false);
    expect(await one.passkey('a')).toMatchObject({ usedMs: clock.nowMs, transports: ['internal'] });
    expect(await one.stepUp(session, aPasskey('a', 'ak'), clock.nowMs)).toBe(false);
    expect(await one.stepUp(session, aPasskey('a'), clock.nowMs)).toBe(true);
    expect(await other.steppedUpAt(session, 'mk')).toBe(clock.nowMs);
    expect(await other.steppedUpAt(session, 'ak')).toBeNull();
    clock.nowMs -= 20_000; // the clock of another console
    expect(await other.steppedUpAt(session, 'mk')).not.toBeNull();
    clock.nowMs -= 3_600_000; // set back: for how long it counts would be unknown
    expect(await other.steppedUpAt(session, 'mk')).toBeNull();
    clock.nowMs += 3_620_000;
    expect(await other.remove('a', 'ak', session)).toBeNull();
    expect(await other.remove('a', 'mk', 'another session')).toEqual({ name: 'a', ended: [session] });
    expect(await one.steppedUpAt(session, 'mk')).toBeNull();
    expect(await accounts.session(session)).toBeNull();
  });
});
