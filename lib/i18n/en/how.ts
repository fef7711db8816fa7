/** The ways to act on a lock, and the price of each. */
export const how = {
  release: 'Release now',
  releaseText: 'Whoever asks next acquires.',
  releaseKept: 'It is a holder no more. The others hold on.',
  releaseStays: 'This key is freed. The lock stays held by its other keys.',
  releaseWaited: 'A waiter acquires within a round trip.',
  quarantine: 'Quarantine first',
  quarantineText:
    'Nobody has it for a while, then it is released: a holder that hangs fails before anyone starts.',
  quarantineUnsure:
    'Safer while nothing shows whether the holder lives: if it does, it fails before anyone else starts.',
  quarantineOff: 'Locks of this kind cannot be put in quarantine.',
  quarantineDenied: 'You have no right to put locks in quarantine here.',
  extend: 'Extend instead',
  extendText: 'Gives a holder that hangs more time. Frees nothing.',
  extendReset: 'Gives a holder that hangs more time. Its watchdog sets its own lease again, every {period}.',
  extendNever: 'It never expires: there is nothing to extend.',
  extendOver: 'Its own lease has ended: there is nothing to extend.',
  extendOff: 'Locks of this kind cannot be extended from here.',
  price: {
    twoMayWork: 'two may work at once',
    nobodyLonger: 'nobody waits longer',
    nobodyWaits: 'nobody waits now',
    noEffect: 'no effect: its lease is longer',
    undone: 'undone at its next renewal',
    whoWaits: 'whoever waits, waits {longer} longer',
    whoWaitsUpTo: 'whoever waits, waits up to {longer} longer',
    wait: '{count, plural, one {1 waits {longer} longer} other {{n} wait {longer} longer}}',
    waitUpTo: '{count, plural, one {1 waits up to {longer} longer} other {{n} wait up to {longer} longer}}',
  },
};
