/** What is the matter with a lock, in one sentence. Where it tells of waiters it has three: none, some, unknown. */
export const headline = {
  silent: 'Its node is silent, so its state is unknown',
  lost: 'The holder lost this lock',
  lapsed: 'The lease expired',
  released: 'It was released',
  due: 'The lease has run out; Redis has not confirmed it yet',
  quarantined: {
    alone: 'It is in quarantine',
    unknown: 'It is in quarantine; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {It is in quarantine, and one client waits} other {It is in quarantine, and # clients wait}}',
  },
  gone: {
    alone: 'The holder is gone, or paused',
    unknown: 'The holder is gone, or paused; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {The holder is gone, or paused, and one client waits} other {The holder is gone, or paused, and # clients wait}}',
  },
  ended: {
    alone: 'The holder has ended and left this lock behind',
    unknown: 'The holder has ended and left this lock behind; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {The holder has ended and one client waits} other {The holder has ended and # clients wait}}',
  },
  noTtl: {
    alone: 'This lock never expires by itself',
    unknown: 'This lock never expires by itself; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {This lock never expires and one client waits} other {This lock never expires and # clients wait}}',
  },
  expired: {
    alone: 'It is past its own deadline and still there',
    unknown: 'It is past its own deadline and still there; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {It is past its own deadline and one client waits} other {It is past its own deadline and # clients wait}}',
  },
  missed: {
    alone: 'The holder missed a renewal',
    unknown: 'The holder missed a renewal; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {The holder missed a renewal and one client waits} other {The holder missed a renewal and # clients wait}}',
  },
  overstaying: {
    alone: 'The holder renews and holds it far past the usual time',
    unknown: 'The holder renews and holds it far past the usual time; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {The holder renews, holds it far past the usual time, and one client waits} other {The holder renews, holds it far past the usual time, and # clients wait}}',
  },
  zombie: {
    alone: 'A reader without a lease keeps writers out',
    unknown: 'A reader without a lease keeps writers out; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {A reader without a lease keeps writers out and one client waits} other {A reader without a lease keeps writers out and # clients wait}}',
  },
  deadlock: 'Its holder waits in a circle: nobody in it can go on',
  waitCycle: 'Its holder may be waiting for one who waits for this lock',
  collision: {
    alone: 'Two programs use this key for different things',
    unknown: 'Two programs use this key for different things; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {Two programs use this key for different things and one client waits} other {Two programs use this key for different things and # clients wait}}',
  },
  late: {
    alone: 'The holder stopped renewing',
    unknown: 'The holder stopped renewing; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {The holder stopped renewing and one client waits} other {The holder stopped renewing and # clients wait}}',
  },
  readers: {
    alone: '{total, plural, one {One reader holds it} other {# readers hold it}}',
    unknown:
      '{total, plural, one {One reader holds it} other {# readers hold it}}; whether anyone waits cannot be known',
    waited:
      '{total, plural, one {One reader holds it} other {# readers hold it}} and {count, plural, one {one client waits} other {# clients wait}}',
  },
  several: {
    alone: '{total} holders share it',
    unknown: '{total} holders share it; whether anyone waits cannot be known',
    waited: '{total} holders share it and {count, plural, one {one client waits} other {# clients wait}}',
  },
  goneOf: {
    alone: '{gone} of its {total} holders {gone, plural, one {is} other {are}} gone, or paused',
    unknown:
      '{gone} of its {total} holders {gone, plural, one {is} other {are}} gone, or paused; whether anyone waits cannot be known',
    waited:
      '{gone} of its {total} holders {gone, plural, one {is} other {are}} gone, or paused, and {count, plural, one {one client waits} other {# clients wait}}',
  },
  permits: {
    free: '{free} of {total} permits {free, plural, one {is} other {are}} free',
    some: '{free, plural, one {One permit is free} other {# permits are free}}',
    none: {
      alone: 'No permit is free',
      unknown: 'No permit is free; whether anyone waits cannot be known',
      waited: 'No permit is free and {count, plural, one {one client waits} other {# clients wait}}',
    },
    unknown: 'How many permits are free is unknown',
  },
  latch: {
    open: 'The latch is open',
    closed: {
      alone: '{left, plural, one {One count is left} other {# counts are left}}',
      unknown:
        '{left, plural, one {One count is left} other {# counts are left}}; whether anyone waits cannot be known',
      waited:
        '{left, plural, one {One count is left} other {# counts are left}} and {count, plural, one {one client waits} other {# clients wait}}',
    },
    unknown: 'How many counts are left is unknown',
  },
  votes: {
    split: 'Its votes are split, and nobody has a quorum',
    short: 'Only {yes} of {of} nodes have it, so nobody holds it',
    open: '{unread, plural, one {Whether it is held depends on a node that does not answer} other {Whether it is held depends on # nodes that do not answer}}',
    underWay: 'The nodes do not agree yet: {yes} of {of} have it',
    missing: 'Held, with {yes} of {of} votes',
  },
  nobody: 'Nobody holds it',
  turn: '{count, plural, one {Nobody holds it and one client waits} other {Nobody holds it and # clients wait}}',
  deadWaiter: 'Nobody holds it, and a dead waiter keeps everybody out',
  lateAlive: {
    alone: 'The holder lives and stopped renewing',
    unknown: 'The holder lives and stopped renewing; whether anyone waits cannot be known',
    waited:
      '{count, plural, one {The holder lives, stopped renewing, and one client waits} other {The holder lives, stopped renewing, and # clients wait}}',
  },
  contended: {
    alive:
      '{count, plural, one {The holder lives and one client waits} other {The holder lives and # clients wait}}',
    renewing:
      '{count, plural, one {The holder renews and one client waits} other {The holder renews and # clients wait}}',
    still: '{count, plural, one {One client waits for it} other {# clients wait for it}}',
  },
  held: {
    alive: 'Held, and the holder lives',
    renewing: 'Held, and the holder renews',
    still: 'Held, and nobody waits',
  },
  heldUnknown: {
    alive: 'Held, and the holder lives; whether anyone waits cannot be known',
    renewing: 'Held, and the holder renews; whether anyone waits cannot be known',
    still: 'Held; whether anyone waits cannot be known',
  },
};
