/** Whether the holder of a lock is gone, what shows it, and what a release is asked for although. */
export const holderVerdict = {
  word: { gone: 'GONE', alive: 'ALIVE', unknown: 'CANNOT BE KNOWN', quarantined: 'IN QUARANTINE' },
  holderIs: {
    renewing: 'The holder renews its lease',
    beating: 'The process of the holder is running',
    overstaying: 'The holder renews, far past the usual hold; whether it still works is unknown',
    stuck: 'The process of the holder is running, and stopped renewing',
    silent: 'The process of the holder has been silent for too long: it is gone, or paused',
    ended: 'The process of the holder ended',
    lapsed: 'The heartbeats of the holder stopped long ago',
    stopped: 'The holder stopped renewing, and Redis has no sign of its process',
    unknown: 'Nothing in Redis shows whether the holder lives',
    over: 'The lease of this holder is over, and it did not give the lock back',
    unread: 'The lock itself is unknown now, and so is whether its holder lives',
  },
  quarantine:
    '{named, select, yes {{by}} other {An operator}} put the lock in quarantine{when, select, at { at {since}} before { before {since}} other {}}: nobody can acquire it, and renewals and release of its former holder fail. It is released when its time is over{ends, select, yes {; at the latest it expires at {until}} other {}}.',
  /** The same where the age of the last sign of life is known. */
  lastSign: {
    renewing: 'It renewed its lease {age} ago',
    beating: 'Its process is running: last heartbeat {age} ago',
    stuck: 'Its process is running, last heartbeat {age} ago, and stopped renewing',
    silent: 'Its process has been silent for {age}: it is gone, or paused',
    ended: 'Its process ended, last heartbeat {age} ago',
    lapsed: 'Its heartbeats stopped: the last one seen was {age} ago',
    stopped: 'It stopped renewing, last renewal {age} ago, and Redis has no sign of its process',
  },
  although: {
    alive: { accept: 'I accept that two may work at once.', why: 'The holder is alive.' },
    renews: {
      accept: 'I accept that the holder may still work.',
      why: 'It renewed less than one of its renewal periods ago: nothing shows yet that it stopped.',
      whyAwaited:
        'No renewal for {watched} so far: if it renews, it does so within {within}. After that this is asked no more.',
    },
  },
  /** What the button does, and although what. */
  button: {
    gone: '{what}',
    alive: '{what} although the holder is alive',
    unknown: '{what}, holder unknown',
    quarantined: '{what}, ending the quarantine',
  },
};
