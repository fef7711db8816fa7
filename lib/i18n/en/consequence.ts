/** What an act brings about, and what it does not. */
export const consequence = {
  next: 'What happens next',
  not: 'What does not happen',
  'two-will-run':
    '<b>The holder is proven alive:</b> it works on while the next one starts, so two run at once',
  'two-will-run-kept': '<b>The holder is proven alive:</b> it works on, without the lock, beside the others',
  'holder-may-wake': 'If the holder was only paused, it works on when it wakes',
  'renewal-may-come':
    '<b>No renewal for {watchedMs} so far:</b> a holder that renews does so within {withinMs}',
  'job-runs-twice':
    'If the worker lives, the queue takes its job for stalled and <b>runs it a second time beside it</b>',
  'key-re-created':
    '<b>The holder takes the lock again</b> at its next renewal, while its process lives: look again after half a lease',
  'process-may-crash':
    'The holder learns it from a timer: unless it handles that, <b>its whole process ends</b>',
  'running-job-fails': 'The job that runs under it is marked as <b>failed</b>',
  'second-run-overlaps': 'Nothing tells the run that has it: <b>a second one may overlap it</b>',
  'cool-down':
    'It may be held on purpose after its work is done, so that the next run does not start too soon',
  'other-nodes-hold':
    'The lock is held on a majority of servers: releasing it on this one alone frees nothing',
  'counter-may-drift': 'The count was kept by hand: if its holder lives, it counts down once more',
  'waiters-sleep-on': 'Waiters that listen for another message sleep on until their own time is over',
  'deletes-successor':
    'When the holder ends it deletes the lock, whoever has it then: <b>the next one may lose it and not know</b>',
  'waiters-race':
    '{count, plural, one {<b>1 client</b> waits: it is woken and acquires} other {<b>Race among {n}</b>: all are woken, one acquires}}',
  'no-waiters': 'No client waits: the lock is free for whoever asks next',
  'waiters-unknown': 'Whether anybody waits cannot be known',
  publishes: 'Publishes the wake-up message on <m>{channel}</m>',
  signals: 'Wakes one waiter by an entry on the list <m>{list}</m>',
  'publishes-nothing': 'Publishes nothing: whoever waits finds out at its next try',
  'lease-becomes': 'The lease left becomes <b>{ttlMs}</b>; it is never shortened',
  'waiters-wait-longer':
    '{count, plural, one {<b>1 client waits</b> up to {longerMs} longer} other {<b>{n} clients wait</b> up to {longerMs} longer}}, if its holder does not release it',
  'watchdog-resets': 'A live watchdog sets its own lease again, every {periodMs}',
  'watchdog-resets-some-day': 'A live watchdog sets its own lease again at its next renewal',
  'quarantine-holds': 'For <b>{quarantineMs}</b> a token of yours has the lock: nobody can acquire it',
  'late-renewal-fails':
    'If the holder wakes meanwhile, <b>its renewal and its release fail</b> before anyone else starts',
  'quarantine-short':
    '<b>It renews every {periodMs} only:</b> in a shorter quarantine it may not notice before the next one starts',
  'ends-by-ttl': 'Then the console releases it; should the console die, it ends by itself after {ttlMs}',
  'successor-indistinguishable':
    'The value names nobody: a successor that takes the lock in this very moment writes the same value and is hit instead',
  'next-hold-indistinguishable':
    'The same holder may have released it and taken it again unnoticed: then its next hold is hit',
  'holder-not-told': 'The holder is not told',
  'write-not-stopped': 'A write already under way is not stopped',
  'no-undo': 'There is no undo',
  'others-hold-on':
    '{count, plural, one {<b>1 other</b> holds on} other {<b>{n} others</b> hold on}}: the lock does not become free, nobody is woken',
  'hold-stays':
    '<b>The lock stays held:</b> {count, plural, one {# other key} other {# other keys}} of the same hold {count, plural, one {keeps} other {keep}} its token, and nobody acquires it',
  'hold-may-stay':
    '{count, plural, one {# other key has} other {# other keys have}} the same token: if they are one multi-lock, it stays held',
  'companions-untouched': 'Queues and deadlines beside the lock stay as they are',
};
