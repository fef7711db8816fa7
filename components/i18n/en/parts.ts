/** Parts of a lock that every page shows. */
export const parts = {
  state: {
    held: 'Held',
    contended: 'Contended',
    'at-risk': 'At risk',
    lost: 'Lost',
    free: 'Free',
    unknown: 'Unknown',
  },
  reason: {
    none: '',
    'holder-gone': 'holder gone {agoMs}',
    'no-ttl': 'no TTL',
    'renewal-late': 'renewal {times} × late',
    'expired-by-value': 'expired {agoMs} ago',
    waiting: '{count, plural, one {# client waits} other {# clients wait}}',
    due: 'lease is due',
    'node-silent': 'node silent',
    lapsed: 'lease lapsed',
    released: 'released',
  },
  key: {
    copy: 'Copy key',
    empty: '(empty key)',
    escaped: '{key} (shown escaped or cut, {bytes} bytes)',
  },
  holder: {
    none: 'nobody',
    unnamed: 'unnamed client',
    unknown: 'unknown',
    several: '{count, plural, one {{n} holder} other {{n} holders}}',
    verdict: {
      alive: 'Proven alive',
      gone: 'Gone, or paused',
      unknown: 'Nothing tells whether it lives',
    },
  },
  lease: {
    due: 'due',
    past: 'past due',
    never: 'never',
    absent: 'absent',
    unread: 'unread',
    title: {
      due: 'The lease has run out; Redis has not confirmed it yet',
      past: 'The deadline written into the value has passed and the key is still there',
      never: 'The key has no TTL: it never lapses by itself',
      absent: 'There is no such key now',
      unread: 'The TTL could not be read',
    },
  },
  known: {
    event: 'event',
    scan: 'scan',
    read: 'read',
    client: 'client',
    inferred: 'inferred',
    never: 'cannot be known',
    title: {
      event: 'From an event at',
      scan: 'From a scan at',
      read: 'Read from Redis at',
      client: 'Reported by the client at',
      inferred: 'Inferred at',
    },
  },
  waiters: { unknown: 'Waiters unknown' },
  age: { unknown: 'Age unknown', atLeast: '≥ {age}', atMost: '≤ {age}' },
  format: { candidates: '{count, plural, one {# candidate} other {# candidates}}' },
  kind: {
    mutex: 'Mutex',
    reentrant: 'Reentrant lock',
    timestamp: 'Timestamp lock',
    plain: 'Plain key',
  },
  confidence: { certain: 'certain', likely: 'likely', possible: 'possible' },
  evidence: {
    'holder-known': '<k>{holder}</k> holds it',
    'holder-app': '<k>{app}</k> holds it',
    'holder-app-process': '<k>{app}</k> holds it, process <b>{pid}</b> on <k>{host}</k>',
    'holder-process': 'Process <b>{pid}</b> on <k>{host}</k> holds it',
    'holder-on-host': 'A process on <k>{host}</k> holds it',
    'holder-instance': 'A client that names no host holds it, instance <k>{instance}</k>',
    'holder-unknown': 'Who holds it: <b>unknown.</b> The value names nobody',
    heartbeat: 'Its process lives: last heartbeat <b>{lastMs}</b> ago, one is due every {beatMs}',
    'heartbeat-late': 'Heartbeats are late: the last one <b>{lastMs}</b> ago, one is due every {beatMs}',
    'heartbeat-gone':
      '<b>No heartbeat for {lastMs}</b>, one is due every {beatMs}: its process is gone, or paused, which looks the same',
    'heartbeat-ended':
      'Its heartbeat record was <b>taken away</b>, as a process that ends in order does; last heartbeat {lastMs} ago',
    'heartbeat-lapsed':
      'Its heartbeat record <b>lapsed</b> or was deleted; the last heartbeat seen was <b>{lastMs}</b> ago',
    'heartbeat-missing':
      'Its heartbeat record is gone, last heartbeat <b>{lastMs}</b> ago: a process that lives writes it again',
    'heartbeat-denied': 'Does its process live? <b>Unknown.</b> Heartbeats cannot be read: denied',
    'heartbeat-unreadable':
      'Does its process live? <b>Unknown.</b> What stands for its heartbeat cannot be read as one',
    'heartbeat-of': '<b>{n} of {total} holders</b> live: last heartbeat <b>{lastMs}</b> ago',
    'heartbeat-late-of': 'Heartbeats of <b>{n} of {total} holders</b> are late: the last one {lastMs} ago',
    'heartbeat-gone-of':
      '<b>No heartbeat for {lastMs}</b> or more of {n} of {total} holders: gone, or paused, which looks the same',
    'heartbeat-ended-of':
      '<b>{n} of {total} holders</b> took their heartbeat record away, as one that ends in order does',
    'heartbeat-lapsed-of': 'Heartbeat records of <b>{n} of {total} holders</b> lapsed or were deleted',
    'heartbeat-missing-of':
      'Heartbeat records of <b>{n} of {total} holders</b> are gone: who lives writes them again',
    'heartbeat-denied-of':
      'Do its holders live? <b>Unknown</b> of {n} of {total}. Heartbeats cannot be read: denied',
    'heartbeat-unreadable-of': 'Do its holders live? <b>Unknown</b> of {n} of {total}: no heartbeat to read',
    renewed:
      '{count, plural, one {Renewed <b>once</b>} other {Renewed <b>{n} times</b>}}, last <b>{lastMs}</b> ago, one is due every {periodMs}',
    'renewed-no-period':
      '{count, plural, one {Renewed <b>once</b>} other {Renewed <b>{n} times</b>}}, last <b>{lastMs}</b> ago',
    'renewal-late': 'Renewals stopped: the last one <b>{lastMs}</b> ago, one is due every {periodMs}',
    'renewal-late-no-period': 'Renewals stopped: the last one <b>{lastMs}</b> ago',
    'never-renewed': '<b>No renewal</b> seen in {watchedMs}',
    'ttl-fell': 'Two samples {overMs} apart: TTL fell <b>{fellMs} in {overMs}</b>',
    'no-ttl': '<b>No TTL:</b> it never lapses by itself',
    'value-deadline': 'The value names its own deadline, in <b>{leftMs}</b>',
    'value-deadline-passed': 'The deadline in the value passed <b>{agoMs}</b> ago and the key is still there',
    waiters: '{count, plural, one {<b>1 client</b> waits} other {<b>{n} clients</b> wait}}',
    'no-waiters': '<b>No client</b> waits',
    'waiters-unknown': 'How many wait? <b>Unknown.</b> Waiters of this kind leave no trace in Redis',
    'write-under-way-unknown':
      'Is its last write still under way? <b>Unknown.</b> This lock has no fencing token',
    'node-silent': 'The node has been silent for <b>{forMs}</b>: this is the last reading',
  },
};
