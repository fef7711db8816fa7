/** The keys of a hold over several: before and after they are released. */
export const sameHold = {
  legend: 'Keys of the same holder token',
  whole: 'Same hold: {of, plural, =2 {2 keys, release both} other {{n} keys, release all}}',
  part: 'Same hold: {n} keys, release {count}',
  alone: '{count, plural, one {Other keys have this token} other {Release # keys of this token}}',
  sure: {
    proven: 'one multi-lock',
    likely: 'likely one multi-lock',
    possible: 'may be one multi-lock',
  },
  release: 'Release {key}',
  waiting: '{count, plural, one {1 waits} other {{n} wait}}',
  waitingUnknown: 'waiters unknown',
  nodes: '{count, plural, one {# node} other {# nodes}}',
  more: '{count, plural, one {1 more key has} other {{n} more keys have}} this token and {count, plural, one {was} other {were}} not read: what is not named stays as it is',
  unseen: {
    surely:
      '{count, plural, one {1 more key} other {{n} more keys}} of this hold, not shown to you, {count, plural, one {stays} other {stay}} held',
    perhaps:
      '{count, plural, one {1 more key} other {{n} more keys}} of this token, not shown to you, {count, plural, one {stays} other {stay}} held and may be another lock',
  },
  why: {
    token: 'same token, made for one acquisition',
    reused: 'same token, which its holder may use again',
    taken: 'taken {apart} apart',
    takenUnknown: 'when they were taken was not seen',
    leases: 'leases end {apart} apart',
  },
  outcome: {
    released: 'released on {node} at {time}',
    changed: 'left alone: it was not there as you saw it',
    failed: 'not released: {why}',
    unknown: 'no answer: what became of it is not known',
    kept: 'was not released: it keeps the lock',
    keptPossible: 'was left: it has the same token, and may be another lock',
    nodes: '{done} of {of} nodes',
  },
  left: {
    held: 'The lock stays held: it is free only when all its keys are.',
    unclear: 'Whether the lock is free is not known: look at the keys that were not released.',
  },
  mayStayHeld:
    '{count, plural, one {Another key has} other {# other keys have}} the same token. If they are one multi-lock, it stays held.',
};
