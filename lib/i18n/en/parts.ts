import { evidenceIn, wordsOf } from '../finding-words';
import { lockFindings } from './lock-findings';
import { nodeFindings } from './node-findings';

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
    ...wordsOf(lockFindings, 'reason'),
    ...wordsOf(nodeFindings, 'reason'),
    waiting: '{count, plural, one {# client waits} other {# clients wait}}',
    votes: '{yes} of {of} votes',
    split: 'votes are split',
    due: 'lease is due',
    unread: 'last read {agoMs} ago',
    denied: 'may not be read',
    lapsed: 'lease expired',
    released: 'released',
  },
  votes: {
    label:
      '{yes, plural, one {# of {of} nodes has it} other {# of {of} nodes have it}}{other, plural, =0 {} one {, 1 has another holder} other {, # have another holder}}{no, plural, =0 {} one {, 1 has none} other {, # have none}}{unread, plural, =0 {} one {, 1 does not answer} other {, # do not answer}}',
    short: '{yes}/{of}',
    one: '{node}: {vote}',
    vote: { yes: 'has it', other: 'another holder', no: 'has none', unread: 'does not answer' },
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
    readers: '{count, plural, one {{n} reader} other {{n} readers}}',
    writer: 'writer {name} and {n} more',
    role: { read: 'reader', write: 'writer' },
    permits: {
      of: '{n} of {total} permits',
      held: '{count, plural, one {{n} permit held} other {{n} permits held}}',
      free: '{count, plural, one {{n} permit free} other {{n} permits free}}',
      unknown: 'permits unknown',
    },
    latch: {
      left: '{count, plural, =0 {open} one {{n} count left} other {{n} counts left}}',
      unknown: 'counts unknown',
    },
    verdict: {
      alive: 'Proven alive',
      overstaying: 'Alive, and holding it far past the usual time',
      gone: 'Gone, or paused',
      unknown: 'Nothing tells whether it lives',
      quarantined: 'In quarantine: an operator has it',
    },
  },
  lease: {
    due: 'due',
    past: 'past due',
    never: 'never',
    absent: 'absent',
    unread: 'unread',
    over: 'over',
    own: 'each its own',
    free: 'none',
    title: {
      due: 'The lease has run out; Redis has not confirmed it yet',
      past: 'The deadline written into the value has passed and the key is still there',
      never: 'The key has no TTL: it never expires by itself',
      absent: 'There is no such key now',
      unread: 'The TTL could not be read',
      over: 'Its own lease ended; the lock is there because others hold it',
      own: 'Every permit has a lease of its own',
      free: 'Nobody has a lease',
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
  waiters: {
    unknown: 'Waiters unknown',
    ghosts:
      '{ghosts, plural, one {{count} waiting, and 1 ghost that has lost its turn} other {{count} waiting, and # ghosts that have lost their turn}}',
  },
  age: { none: '–', unknown: 'Age unknown', atLeast: '≥ {age}', atMost: '≤ {age}' },
  format: {
    candidates: '{count, plural, one {# candidate} other {# candidates}}',
    ran: 'scripts of {library} are on this server',
    ranTitle: 'The bytes fit several libraries, and of these alone it has run there. A hint, no proof.',
  },
  kind: {
    mutex: 'Mutex',
    reentrant: 'Reentrant lock',
    fair: 'Fair lock',
    fenced: 'Fenced lock',
    'read-write': 'Read-write lock',
    semaphore: 'Semaphore',
    latch: 'Count-down latch',
    job: 'Job lock',
    timestamp: 'Timestamp lock',
    plain: 'Plain key',
  },
  confidence: { certain: 'certain', likely: 'likely', possible: 'possible' },
  evidence: {
    'holder-known': '<k>{holder}</k> holds it',
    'holder-nobody': '<b>Nobody</b> holds it',
    'holder-readers': '{count, plural, one {<b>1 reader</b> holds it} other {<b>{n} readers</b> hold it}}',
    'holder-writer': '<k>{holder}</k> writes, with <b>{n}</b> more that read beside it',
    'holder-several': '<b>{n} holders</b> have it',
    'holder-permits':
      '{count, plural, =0 {<b>Nobody</b> holds a permit} one {<b>1 holder</b> has a permit} other {<b>{n} holders</b> have a permit each}}',
    'holder-latch': '<b>Nobody</b> holds a latch: whoever waits goes on when its count is zero',
    'holder-unknown-permits': 'Who holds its permits: <b>unknown.</b> Only their number is written down',
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
      'Its heartbeat record <b>expired</b> or was deleted; the last heartbeat seen was <b>{lastMs}</b> ago',
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
    'heartbeat-lapsed-of': 'Heartbeat records of <b>{n} of {total} holders</b> expired or were deleted',
    'heartbeat-missing-of':
      'Heartbeat records of <b>{n} of {total} holders</b> are gone: who lives writes them again',
    'heartbeat-denied-of':
      'Do its holders live? <b>Unknown</b> of {n} of {total}. Heartbeats cannot be read: denied',
    'heartbeat-unreadable-of': 'Do its holders live? <b>Unknown</b> of {n} of {total}: no heartbeat to read',
    'own-lease-over': 'Its own lease is <b>over:</b> others keep the lock, and it may work on without it',
    'own-lease-over-of':
      '{count, plural, one {<b>1 of {total} holders</b> is past its own lease: it may work on without the lock} other {<b>{n} of {total} holders</b> are past their own lease: they may work on without the lock}}',
    renewed:
      '{count, plural, one {Renewed <b>once</b>} other {Renewed <b>{n} times</b>}}, last <b>{lastMs}</b> ago, one is due every {periodMs}',
    'renewed-no-period':
      '{count, plural, one {Renewed <b>once</b>} other {Renewed <b>{n} times</b>}}, last <b>{lastMs}</b> ago',
    'renewal-late': 'Renewals stopped: the last one <b>{lastMs}</b> ago, one is due every {periodMs}',
    'renewal-late-no-period': 'Renewals stopped: the last one <b>{lastMs}</b> ago',
    'never-renewed': '<b>No renewal</b> seen in {watchedMs}',
    'ttl-fell': 'Two samples {overMs} apart: TTL fell <b>{fellMs} in {overMs}</b>',
    'no-ttl': '<b>No TTL:</b> it never expires by itself',
    'value-deadline': 'The value names its own deadline, in <b>{leftMs}</b>',
    'value-deadline-passed': 'The deadline in the value passed <b>{agoMs}</b> ago and the key is still there',
    waiters: '{count, plural, one {<b>1 client</b> waits} other {<b>{n} clients</b> wait}}',
    'no-waiters': '<b>No client</b> waits',
    'waiters-ghosts':
      '{count, plural, one {<b>1 client</b> waits} other {<b>{n} clients</b> wait}}, {ghosts, plural, one {1 more in the queue is a ghost} other {# more in the queue are ghosts}}',
    'no-waiters-ghosts':
      '<b>No client</b> waits: {ghosts, plural, one {the one in the queue is a ghost} other {the # in the queue are ghosts}}',
    'waiters-unknown':
      'How many wait? <b>Unknown.</b> Waiters of this kind leave no trace in Redis, or may not be read',
    'waiters-unread': 'How many wait? <b>Unknown.</b> The lock could not be read',
    'write-under-way-unknown':
      'Is its last write still under way? <b>Unknown.</b> This lock has no fencing token',
    'write-under-way-unknown-fenced':
      'Is its last write still under way? <b>Unknown.</b> What checks fencing tokens refuses <b>{token}</b> once a later one was seen',
    unread: 'The last reading is <b>{forMs}</b> old, older than promised: what is there now is unknown',
    ...evidenceIn(lockFindings),
    ...evidenceIn(nodeFindings),
  },
};
