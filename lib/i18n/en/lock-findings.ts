import type { LockFindingWords } from '../finding-words';

/** Findings about a lock. */
export const lockFindings = {
  'holder-gone': {
    title: 'Holders that are gone',
    one: '{key}: its holder is gone',
    many: '{count, plural, one {# holder is gone} other {# holders are gone}}',
    why: 'The process that holds the lock wrote a heartbeat every few seconds and has stopped, or took its record away when it ended. A process that is paused for as long looks the same from here.',
    fix: 'Look whether the process still runs on its host. If it does not, release the lock: a waiter acquires at once. If it is paused, what it writes when it wakes is not stopped by a release; only a fencing token protects from that.',
    reason: 'holder gone {agoMs}',
    headline: '<k>{key}</k> is held by a process that is gone',
  },
  'no-ttl': {
    title: 'Locks that never expire',
    one: '{key} never expires',
    many: '{count, plural, one {# lock never expires} other {# locks never expire}}',
    why: 'The key has no TTL: if its holder dies, nobody acquires it until a person releases it. SETNX followed by EXPIRE leaves this behind when the process dies in between.',
    fix: 'Set the TTL in the same command: SET key token NX PX 30000.',
    reason: 'no TTL',
    headline: '<k>{key}</k> never expires and has no renewal to wait for',
  },
  'identifies-nobody': {
    title: 'Locks that name nobody',
    one: '{key} names nobody',
    many: '{count, plural, one {# lock names nobody} other {# locks name nobody}}',
    why: 'The value is not unique to one holder. A holder that is late can release a lock that is no longer its own, and nobody can tell who has it.',
    fix: 'Write a random token of at least 20 bytes and compare it before every release.',
  },
  'renewal-late': {
    title: 'Renewals that are late',
    one: '{key}: renewal is late',
    many: '{count, plural, one {# renewal is late} other {# renewals are late}}',
    why: 'The holder renewed at a steady pace and has stopped. It is paused, cut off or gone; the lease runs out if it does not come back.',
    fix: 'Look at the holder’s process. If it is gone, release the lock; if it hangs, extend while you look.',
    reason: 'renewal {times} × late',
    headline: '<k>{key}</k> is {times} × late with its renewal',
  },
  'waiters-behind-late-holder': {
    title: 'Clients wait behind a late holder',
    one: '{key}: clients wait behind a late holder',
    many: '{count, plural, one {Clients wait behind # late holder} other {Clients wait behind # late holders}}',
    why: 'The holder has stopped renewing and others are waiting for the lock.',
    fix: 'If the holder’s process is gone, release the lock: a waiter acquires at once.',
  },
  'expired-by-value': {
    title: 'Locks past their own deadline',
    one: '{key} is past its own deadline',
    many: '{count, plural, one {# lock is past its own deadline} other {# locks are past their own deadline}}',
    why: 'The value holds a time that has passed and the key is still there. The next client takes it over with GETSET; two of them can move the deadline of each other.',
    fix: 'Release it, and move to SET key token NX PX.',
    reason: 'expired {agoMs} ago',
    headline: '<k>{key}</k> is past its own deadline and still there',
  },
  'lapses-with-waiters': {
    title: 'About to expire with clients waiting',
    one: '{key} is about to expire with clients waiting',
    many: '{count, plural, one {# lock is about to expire with clients waiting} other {# locks are about to expire with clients waiting}}',
    why: 'The lock has never been renewed and its lease ends within seconds. If the holder is still working, a second one starts beside it.',
    fix: 'Extend it if the holder still works; choose a longer lease or a client that renews.',
  },
  'renewal-missed': {
    title: 'Holders that missed a renewal',
    one: 'The holder of {key} missed a renewal',
    many: '{count, plural, one {# holder missed a renewal} other {# holders missed a renewal}}',
    why: 'Every holder of this library renews long before its lease is this low, so one renewal did not come: its process is dead, paused, or cut off from Redis.',
    fix: 'Look at the process. If it is gone, release the lock or let it expire; if it lives, find out what holds its timers up.',
    reason: 'renewal missed',
    headline: '<k>{key}</k> has missed a renewal',
    evidence: {
      'below-floor':
        'A renewal was missed: <b>{leftMs}</b> left, and a holder of this library never lets it fall below {floorMs}',
    },
  },
  'key-collision': {
    title: 'Keys that two programs use',
    one: '{key} is used by two programs',
    many: '{count, plural, one {# key is used by two programs} other {# keys are used by two programs}}',
    why: 'The same key was read as the locks of two libraries, or as a lock and as a value that is none. Neither program respects the other: both may believe they hold the lock, and a release by one frees what the other holds.',
    fix: 'Find the two programs by the readings below and give one of them a key, or a prefix, of its own.',
    reason: 'two uses of one key',
    headline: '<k>{key}</k> is used by two programs',
    evidence: {
      'read-as-now': 'It is <k>{library}</k> (<b>{type}</b>) now',
      'read-as-before': 'It was <k>{library}</k> (<b>{type}</b>) <b>{agoMs}</b> ago',
      'key-beside': 'Beside it is <k>{key}</k> (<b>{type}</b>), which belongs to <k>{library}</k>',
    },
  },
  minority: {
    title: 'Locks without a quorum',
    one: '{key} has no quorum',
    many: '{count, plural, one {# lock has no quorum} other {# locks have no quorum}}',
    why: 'Some nodes of the group have the lock, but even with those that do not answer they are fewer than a quorum: by the rule of Redlock nobody holds it. Either an attempt failed and was not taken back, or nodes lost the key by a restart, an eviction or a deletion, and its holder may not know. What is left keeps its nodes from voting for anybody else.',
    fix: 'Look whether the process that wrote it still works under the lock. If it does not, release what is left, or let it expire. If nodes lost the key, find out why: a node that restarts without its data must stay out for the longest lease.',
    evidence: {
      votes:
        '{yes, plural, one {<b>1 of {of} nodes</b> has it} other {<b># of {of} nodes</b> have it}}, a quorum is {quorum}{other, plural, =0 {} one {; <b>1 has another holder</b>} other {; <b># have another holder</b>}}{no, plural, =0 {} one {; 1 has none} other {; # have none}}{unread, plural, =0 {} one {; <b>1 does not answer</b>} other {; <b># do not answer</b>}}',
    },
  },
  'split-votes': {
    title: 'Locks with split votes',
    one: 'The votes of {key} are split',
    many: '{count, plural, one {The votes of # lock are split} other {The votes of # locks are split}}',
    why: 'Different nodes have different holders and none of them has a quorum. It is normal for the moment in which several clients try at once; when it stays, an attempt that failed was not taken back on its nodes, and the others cannot reach a quorum until its keys expire.',
    fix: 'Wait until the leases of the failed attempts end, or release them. Clients should release on all nodes after a failed attempt and wait a random time before the next one.',
  },
  'votes-missing': {
    title: 'Locks missing on some nodes',
    one: '{key} is missing on some nodes',
    many: '{count, plural, one {# lock is missing on some nodes} other {# locks are missing on some nodes}}',
    why: 'A quorum has the lock, so it is held, but not all nodes have it: they were down or too slow when it was acquired, or lost it since. Each missing vote is one less node that may fail before a second client reaches a quorum beside the holder.',
    fix: 'Look at the nodes that do not have it: whether they restarted, evict keys, or answer more slowly than the clients wait. A client that renews on all nodes puts it back where its renewal writes missing keys.',
    evidence: {
      'not-on-nodes': 'Not there on <k>{nodes}</k>',
      'validity-left': 'Fewer than a quorum have it in <b>{ms}</b>, unless it is renewed',
    },
  },
  'dead-waiter-blocks': {
    title: 'Free locks kept for a dead waiter',
    one: '{key} is free and kept for a dead waiter',
    many: '{count, plural, one {# free lock is kept for a dead waiter} other {# free locks are kept for dead waiters}}',
    why: 'Nobody holds the lock, and the first in its queue does not take it: nobody listens on that waiter’s channel any more. A fair lock refuses everybody else until the deadline of that place has passed, by default up to five minutes for each dead waiter.',
    fix: 'Look whether the waiter’s process still runs. If it does not, wait until its place expires, or take it out of the queue and of the time-outs in one step: LREM from the list redisson_lock_queue:… and ZREM from redisson_lock_timeout:… between MULTI and EXEC, never one without the other. The next waiter finds out when it asks again; a shorter fairLockWaitTimeout makes dead waiters cost less.',
    reason: 'kept for a dead waiter',
    headline: '<k>{key}</k> is free, and kept from everybody by a waiter that no longer listens',
    evidence: {
      'dead-waiter':
        'It is the turn of <k>{waiter}</k>, for which nobody has listened for <b>{forMs}</b>; it keeps everybody else out for <b>{leftMs}</b> more{behind, plural, =0 {} one {, and 1 more waits behind it} other {, and # more wait behind it}}',
      'dead-waiter-for-good':
        'It is the turn of <k>{waiter}</k>, for which nobody has listened for <b>{forMs}</b>; its place has <b>no deadline</b>, so it keeps everybody else out for good{behind, plural, =0 {} one {, and 1 more waits behind it} other {, and # more wait behind it}}',
    },
  },
  deadlock: {
    title: 'Locks in a deadlock',
    one: '{key} is in a deadlock',
    many: '{count, plural, one {# lock is in a deadlock} other {# locks are in a deadlock}}',
    why: 'Each of these holders stands in the queue of a lock that the next of them has, and the last waits for the first: by their tokens the same caller that has the one lock waits for the other. None of them goes on until one gives up, and everybody behind them waits as well. Watchdogs keep all the leases alive.',
    fix: 'Choose one of them, stop its work, then release one of its locks: the others go on one after the other. Then take these locks in the same order everywhere, take them together as a multi-lock, or give every wait a limit and release what is held when it ends.',
    reason: 'deadlock',
    headline: '<k>{key}</k> is part of a deadlock',
    evidence: { 'waits-for': '<k>{waiter}</k> waits for <k>{key}</k>, which <k>{holder}</k> has' },
  },
  'wait-cycle': {
    title: 'Locks that may be in a deadlock',
    one: '{key} may be in a deadlock',
    many: '{count, plural, one {# lock may be in a deadlock} other {# locks may be in a deadlock}}',
    why: 'Each of these processes has a lock that the one before it waits for, in a circle, and nobody got anything for ten seconds. Which task of a process waits is not known: if it is the one that has the lock, none of them goes on; if it is another task, they are only slow.',
    fix: 'Look in these processes at what the holder of each lock is doing. If it waits for the next lock of the circle, release one of them; take the locks in the same order everywhere, or give every wait a limit. If it works, it is contention: hold the locks for less long.',
    reason: 'maybe deadlock',
    headline: '<k>{key}</k> may be part of a deadlock',
  },
  'fencing-went-back': {
    title: 'Fencing tokens that went back',
    one: 'The fencing token of {key} went back',
    many: '{count, plural, one {The fencing token of # lock went back} other {The fencing tokens of # locks went back}}',
    why: 'A fencing token must grow with every acquisition. The counter of this lock was lost or set back, as by a restart without data, a failover, a flush or a deletion: a resource that checks tokens refuses the present holder, and would let in an old one with a higher token.',
    fix: 'Find the highest token that the resources have accepted and set the counter above it before the next acquisition (SET of the key redisson_lock_token:… or whatever the library names it), then let the present holder acquire anew.',
    evidence: {
      'fencing-back': 'Its fencing token is <b>{token}</b>, and <b>{highest}</b> was issued before',
    },
  },
  'lock-order': {
    title: 'Locks taken in both orders',
    one: '{key} and another lock are taken in both orders',
    many: '{count, plural, one {# lock is taken in both orders with another} other {# locks are taken in both orders with another}}',
    why: 'One holder took this lock before the other one, another holder took it after, each at least three times, and each had both at once. They have not met yet. When they do, each has the lock that the other waits for: a deadlock until a lease ends, and for ever where watchdogs renew.',
    fix: 'Take the two locks in one order everywhere; the rarer of the two orders is usually the one to change. Where the order depends on data, sort the keys first, or take all of them at once with a multi-lock. A limit to every wait turns a deadlock into an attempt that failed.',
    evidence: {
      'taken-in-order':
        '<k>{first}</k> and then <k>{key}</k>: <b>{count, plural, one {{n} time} other {{n} times}}</b>, last by <k>{holder}</k>',
    },
  },
  overstaying: {
    title: 'Overstaying holders',
    one: '{key} is held far past the usual time',
    many: '{count, plural, one {# lock is held far past the usual time} other {# locks are held far past the usual time}}',
    why: 'A watchdog renews this lock on and on. It is held for more than three times as long as 99 of 100 holds of its family took, and was renewed five times or more. A renewal proves that a timer runs, not that the work behind it does: a hung call, a deadlock in the process, or a lock that was never given back renews for ever.',
    fix: 'Look in the holder’s process at what it does under this lock. If it works, nothing is wrong; silence the finding. If it hangs, stop the process, or release the lock once you know that its work cannot go on. A limit to the whole hold (maxHoldMs of our client, a lease time in Redisson’s lock call) ends such holds by itself.',
    reason: 'overstaying for {agoMs}',
    headline: '<k>{key}</k> is renewed on and on, far past the usual hold',
    evidence: {
      overstayed:
        'Held for <b>{heldMs}</b> or more, <b>{times} ×</b> the {p99Ms} that 99 of 100 holds of its family did not exceed ({n} holds in {windowMs}, within 9 %); {renewals, plural, one {# renewal} other {# renewals}} seen',
    },
  },
  'zombie-reader': {
    title: 'Readers without a lease',
    one: 'A reader of {key} has no lease left',
    many: '{count, plural, one {# lock has a reader without a lease} other {# locks have readers without a lease}}',
    why: 'A reader is written down in the lock, and every key that stood for one of its read holds has expired: its process died or was paused, or its lease was too short. Other readers keep the lock’s key alive, and with it this entry: no writer gets in until it is taken out, and if its process lives it may read on without the lock.',
    fix: 'Look whether the process of that reader lives. If it does not, release that reader: the others keep their holds, and writers get in when the last of them has given back.',
    reason: 'reader without a lease for {agoMs}',
    headline: '<k>{key}</k> is kept from writers by a reader without a lease',
    evidence: {
      'reader-without-hold':
        'None of its read holds is left <b>for {forMs}</b>, and it is still written down: it keeps writers out, and may read on without the lock',
      'reader-without-hold-of':
        '{count, plural, one {<b>1 of {total} readers</b> has no read hold left, <k>{holder}</k> for <b>{forMs}</b>, and is still written down} other {<b>{n} of {total} readers</b> have no read hold left, <k>{holder}</k> for <b>{forMs}</b>, and are still written down}}: it keeps writers out, and may read on without the lock',
    },
  },
} satisfies LockFindingWords;
