import { type Teller, tell } from './tell-history';
import type { Rule } from './violation';

/** A history told by hand, and the one rule that it breaks, if any. */
export type Example = { says: string; breaks: Rule | null; told(): Teller };

const twoReaders = { kind: 'read-write', mode: 'read' } as const;
const permit = { kind: 'semaphore', at: 0, returns: 5, until: 100 } as const;

/** As the clients tell it: claims, losses, counts and turns. */
export const TOLD_BY_CLIENTS: Example[] = [
  {
    says: 'a lease after the release of the one before',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .releases('a', { at: 50 })
        .acquires('b', { at: 20, returns: 51, until: 150 }),
  },
  {
    says: 'a lease before the release of another',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .acquires('b', { at: 20, returns: 49, until: 150 })
        .releases('a', { at: 50 }),
  },
  {
    says: 'a lease before the deadline of a holder that never spoke again',
    breaks: 'exclusion',
    told: () => tell().acquires('a', { returns: 10, until: 100 }).acquires('b', { returns: 99, until: 150 }),
  },
  {
    says: 'a lease after the deadline of such a holder',
    breaks: null,
    told: () => tell().acquires('a', { returns: 10, until: 100 }).acquires('b', { returns: 101, until: 150 }),
  },
  {
    says: 'a lease before a deadline that was renewed',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .samples('a', 60, 150)
        .acquires('b', { returns: 120, until: 200 }),
  },
  {
    says: 'a lease between a deadline and a renewal that came too late',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .acquires('b', { returns: 110, until: 150 })
        .releases('b', { at: 120 })
        .samples('a', 130, 200),
  },
  {
    says: 'a lease of a lock that was force released',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .forces('a', { at: 40, returns: 50 })
        .acquires('b', { returns: 45, until: 150 }),
  },
  {
    says: 'a lease of a lock whose force release was refused',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .forces('a', { at: 40, returns: 50, outcome: 'changed' })
        .acquires('b', { returns: 60, until: 150 }),
  },
  {
    says: 'a lease of a lock whose force release was done, and refused when it was sent again',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .forces('a', { at: 40, returns: 50, outcome: 'not-held' })
        .cut('q', 45)
        .acquires('b', { returns: 60, until: 150 }),
  },
  {
    says: 'a lease of a lock whose force release was refused while another process lost its connection',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .forces('a', { at: 40, returns: 50, outcome: 'not-held' })
        .cut('r', 45)
        .acquires('b', { returns: 60, until: 150 }),
  },
  {
    says: 'a lease of a lock whose server forgot it',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .forgets(40, 50)
        .acquires('b', { returns: 60, until: 150 }),
  },
  {
    says: 'a hold less does not free what another hold keeps',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a', { kind: 'reentrant', returns: 10, until: 100 })
        .reenters('a', 'a2', { returns: 20, until: 110, holdCount: 2 })
        .releases('a2', { at: 30, holdCount: 1 })
        .acquires('b', { kind: 'reentrant', returns: 35, until: 150 })
        .releases('a', { at: 40 }),
  },
  {
    says: 'a member of a multi-lock is a lock like any',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a', { kind: 'multi-lock', locks: [0, 1], returns: 10, until: 100 })
        .acquires('b', { kind: 'reentrant', locks: [1], returns: 20, until: 100 }),
  },
  {
    says: 'readers beside each other',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { ...twoReaders, returns: 10, until: 100 })
        .acquires('b', { ...twoReaders, returns: 20, until: 100 }),
  },
  {
    says: 'a reader beside a writer',
    breaks: 'exclusion',
    told: () =>
      tell()
        .acquires('a:write', { kind: 'read-write', returns: 10, until: 100 })
        .acquires('b', { ...twoReaders, returns: 20, until: 100 }),
  },
  {
    says: 'a writer that reads as well',
    breaks: null,
    told: () =>
      tell()
        .acquires('a:write', { kind: 'read-write', returns: 10, until: 100 })
        .acquires('a', { ...twoReaders, returns: 20, until: 100 }),
  },
  {
    says: 'as many permits as there are',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', permit)
        .acquires('b', permit)
        .releases('a', { at: 50 })
        .acquires('c', { ...permit, returns: 52 }),
  },
  {
    says: 'one permit more than there are',
    breaks: 'permits-exceeded',
    told: () => tell().acquires('a', permit).acquires('b', permit).acquires('c', permit),
  },
  {
    says: 'fencing tokens that grow',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { kind: 'fenced', returns: 10, until: 20, fencingToken: '9' })
        .acquires('b', { kind: 'fenced', returns: 30, until: 40, fencingToken: '10' }),
  },
  {
    says: 'a fencing token given twice',
    breaks: 'fencing-order',
    told: () =>
      tell()
        .acquires('a', { kind: 'fenced', returns: 10, until: 20, fencingToken: '10' })
        .acquires('b', { kind: 'fenced', returns: 30, until: 40, fencingToken: '10' }),
  },
  {
    says: 'a lease lost before its deadline',
    breaks: 'lost-early',
    told: () => tell().acquires('a', { returns: 10, until: 100 }).loses('a', 60, 'absent', 100),
  },
  {
    says: 'a lease lost because it was force released',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { returns: 10, until: 100 })
        .forces('a', { at: 50 })
        .loses('a', 60, 'force-released', 100),
  },
  {
    says: 'a lease lost because its server forgot it',
    breaks: null,
    told: () =>
      tell().acquires('a', { returns: 10, until: 100 }).forgets(40, 50).loses('a', 60, 'absent', 100),
  },
  {
    says: 'a lease lost because its client was closed',
    breaks: null,
    told: () =>
      tell().acquires('a', { returns: 10, until: 100 }).closes('p', 50).loses('a', 60, 'absent', 100),
  },
  {
    says: 'hold counts that balance',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { kind: 'reentrant', returns: 10, until: 100 })
        .reenters('a', 'a2', { returns: 20, until: 100, holdCount: 2 })
        .releases('a2', { at: 30, holdCount: 1 })
        .releases('a', { at: 40 }),
  },
  {
    says: 'a re-entry that does not count',
    breaks: 'hold-count',
    told: () =>
      tell()
        .acquires('a', { kind: 'reentrant', returns: 10, until: 100 })
        .reenters('a', 'a2', { returns: 20, until: 100, holdCount: 1 }),
  },
  {
    says: 'a fair lock that goes to who waits longest',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { kind: 'fair', at: 10, waits: 15, returns: 50, until: 60 })
        .acquires('b', { kind: 'fair', at: 20, waits: 25, returns: 70, until: 80 }),
  },
  {
    says: 'a fair lock that goes to a later caller',
    breaks: 'fair-order',
    told: () =>
      tell()
        .acquires('a', { kind: 'fair', at: 10, waits: 15, returns: 70, until: 80 })
        .acquires('b', { kind: 'fair', at: 20, waits: 25, returns: 50, until: 60 }),
  },
  {
    says: 'a fair lock that goes to a caller whose call overlaps the enqueueing',
    breaks: null,
    told: () =>
      tell()
        .acquires('a', { kind: 'fair', at: 10, waits: 25, returns: 70, until: 80 })
        .acquires('b', { kind: 'fair', at: 20, waits: 25, returns: 50, until: 60 }),
  },
  {
    says: 'an error without a name',
    breaks: 'defect',
    told: () => tell().acquires('a', { at: 10, outcome: 'defect' }),
  },
];
