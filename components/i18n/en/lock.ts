import { holder, holders, permits } from './lock-holders';

/** The page of one lock. */
export const lock = {
  loading: 'Reading the lock',
  unread: 'Redis could not be asked just now. Everything here is as last known.',
  header: {
    path: 'Path',
    locks: 'Locks',
    place: '{node} · db {db}',
    group: '{count, plural, one {# node} other {# nodes}} · db {db}',
    escaped: 'shown escaped or cut, {bytes} bytes',
    candidates: '{library}: {count, plural, one {# candidate} other {# candidates}}',
  },
  verdict: {
    left: 'lease left',
    leftOf: 'lease left of {lease}',
    headline: {
      silent: 'Its node is silent, so its state is unknown',
      lost: 'The holder lost this lock',
      lapsed: 'The lease lapsed',
      released: 'It was released',
      due: 'The lease has run out; Redis has not confirmed it yet',
      gone: {
        alone: 'The holder is gone, or paused',
        waited:
          '{count, plural, one {The holder is gone, or paused, and one client waits} other {The holder is gone, or paused, and # clients wait}}',
      },
      ended: {
        alone: 'The holder has ended and left this lock behind',
        waited:
          '{count, plural, one {The holder has ended and one client waits} other {The holder has ended and # clients wait}}',
      },
      noTtl: {
        alone: 'This lock never lapses by itself',
        waited:
          '{count, plural, one {This lock never lapses and one client waits} other {This lock never lapses and # clients wait}}',
      },
      expired: {
        alone: 'It is past its own deadline and still there',
        waited:
          '{count, plural, one {It is past its own deadline and one client waits} other {It is past its own deadline and # clients wait}}',
      },
      missed: {
        alone: 'The holder missed a renewal',
        waited:
          '{count, plural, one {The holder missed a renewal and one client waits} other {The holder missed a renewal and # clients wait}}',
      },
      deadlock: 'Its holder waits in a circle: nobody in it can go on',
      waitCycle: 'Its holder may be waiting for one who waits for this lock',
      collision: {
        alone: 'Two programs use this key for different things',
        waited:
          '{count, plural, one {Two programs use this key for different things and one client waits} other {Two programs use this key for different things and # clients wait}}',
      },
      late: {
        alone: 'The holder stopped renewing',
        waited:
          '{count, plural, one {The holder stopped renewing and one client waits} other {The holder stopped renewing and # clients wait}}',
      },
      readers: {
        alone: '{total, plural, one {One reader holds it} other {# readers hold it}}',
        waited:
          '{total, plural, one {One reader holds it} other {# readers hold it}} and {count, plural, one {one client waits} other {# clients wait}}',
      },
      several: {
        alone: '{total} holders share it',
        waited: '{total} holders share it and {count, plural, one {one client waits} other {# clients wait}}',
      },
      goneOf: {
        alone: '{gone} of its {total} holders {gone, plural, one {is} other {are}} gone, or paused',
        waited:
          '{gone} of its {total} holders {gone, plural, one {is} other {are}} gone, or paused, and {count, plural, one {one client waits} other {# clients wait}}',
      },
      permits: {
        free: '{free} of {total} permits {free, plural, one {is} other {are}} free',
        some: '{free, plural, one {One permit is free} other {# permits are free}}',
        none: 'No permit is free',
        waited: 'No permit is free and {count, plural, one {one client waits} other {# clients wait}}',
        unknown: 'How many permits are free is unknown',
      },
      latch: {
        open: 'The latch is open',
        closed: '{left, plural, one {One count is left} other {# counts are left}}',
        waited:
          '{left, plural, one {One count is left} other {# counts are left}} and {count, plural, one {one client waits} other {# clients wait}}',
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
    },
    follows: {
      silent: 'What is shown is the last reading. It fills in again as soon as the node answers.',
      free: 'Whoever asks next acquires.',
      votes: {
        open: 'Nothing is said of it until they answer. What is shown is what the others have.',
        underWay: 'Somebody acquires it or gives it back; a moment from now it is judged as it stands.',
        quorumFree: 'Whoever asks next can have a quorum: enough nodes are free.',
        noQuorum:
          'Nobody can have a quorum before what is left lapses or is released: too few nodes are free.',
      },
      turn: 'The first in the queue acquires; everybody else is refused until then.',
      deadWaiter:
        'Everybody else is refused until the place of that waiter lapses or is taken out of the queue.',
      readers: 'Whoever wants to read may as well; whoever wants to write waits for the last reader.',
      several: 'It comes free when the last of its holders has given it back.',
      permit: 'Whoever asks next gets a permit.',
      permitAt: 'Unless one is given back before, the next permit comes free at {at}.',
      permitBack: 'A permit comes free when somebody gives one back.',
      latch: 'Whoever waits goes on when the count is zero.',
      open: 'Whoever asks goes on at once.',
      due: 'If no renewal came, the key is gone at the next look.',
      takeover: 'The next client that follows the protocol takes it over.',
      valueDeadline: 'Clients that follow the protocol take it over after {at}.',
      never: {
        releasable: 'Nobody can acquire until it is released.',
        stuck: 'Nobody can acquire until its own client gives it back.',
      },
      until: {
        releasable: 'Nobody can acquire before {at} unless it is released.',
        stuck: 'Nobody can acquire before {at} unless its own client gives it back.',
      },
      renewed: 'The lease goes on for as long as the holder renews.',
      renewedWaited: 'Whoever waits acquires when the holder gives it back or stops renewing.',
    },
  },
  heartbeat: {
    title: 'Renewal heartbeat',
    hint: 'TTL since this holder was first seen',
    summaryOf: '{left} left of the lease of the key now.',
    hintOf: 'TTL of the key, which any of its holders may raise',
    counts: '{renewals, plural, one {# renewal} other {# renewals}}, {missed} missed',
    summary:
      '{renewals, plural, one {# renewal} other {# renewals}} seen, {missed} missed. {left} left of the lease now.',
    caption: 'TTL readings, newest first',
    time: 'Time',
    ttl: 'TTL',
    what: 'What',
    is: { renewed: 'set or renewed', read: 'read', missed: 'renewal missed' },
    band: 'healthy: renewed before {left}',
    missed: 'missed {time}',
    now: 'now {left}',
    due: 'due {time}',
    dueUnlessRenewed: 'due {time} unless renewed',
    noTtl:
      'There is no TTL, so nothing runs down and nothing is renewed: this key stays until somebody deletes it.',
    nothing: 'No TTL was read yet.',
  },
  holder,
  holders,
  permits,
  votes: {
    title: 'Votes',
    hint: 'a quorum is {quorum} of {of}',
    caption: 'What each node has under the key',
    node: 'Node',
    vote: 'Vote',
    lease: 'Lease left there',
    lastRead: 'last read {age} ago',
    is: {
      valid:
        'A quorum of {quorum} has it. Fewer will in <b>{left}</b>, clock drift allowed for, unless it is renewed.',
      never: 'A quorum of {quorum} has it, and its keys never lapse.',
      over: 'A quorum of {quorum} had it, and the time that it was valid is over.',
      short: 'A quorum is {quorum}: by the rule of Redlock nobody holds it.',
      open: 'A quorum is {quorum}: {unread, plural, one {the node that does not answer decides} other {the # nodes that do not answer decide}} whether somebody has it.',
    },
  },
  waiters: {
    title: 'Waiters',
    count: '{count, plural, =0 {nobody waits} one {# waits} other {# wait}}',
    unknown: 'cannot be counted',
    live: '{count, plural, =0 {nobody waits} one {# waits} other {# wait}}, {ghosts, plural, =0 {no ghosts} one {# ghost} other {# ghosts}}',
    ghosts:
      '{ghosts, plural, one {<b>1 place</b> in the queue is a ghost’s: not heard of for so long that it lost its turn. The next to ask drops it.} other {<b>{n} places</b> in the queue are ghosts’: not heard of for so long that they lost their turn. The next to ask drops them.}}',
    queue: 'Queue, the next first',
    place: 'keeps its place for {left}',
    forGood: 'keeps its place for good',
    ghostPlace: 'ghost for {ago}',
    more: '{count, plural, one {and 1 more} other {and # more}}',
    byQueue: 'Counted in the queue beside the lock, in which everybody who waits keeps a place alive.',
    now: 'now',
    waitingNow: 'waiting {count}',
    caption: 'Most waiters in each minute, newest first',
    time: 'Minute',
    gap: 'not known',
    chartUnknown: 'Waiters were not known in the last 15 minutes',
    chartSummary: 'Waiters over the last 15 minutes, {low} to {high}, now {now}',
    release: {
      race: 'A release wakes all {n}: they race, and one acquires.',
      one: 'A release wakes the one client that waits.',
      nobody: 'After a release the lock is free for whoever asks next.',
      queue: 'A release wakes the first in the queue alone.',
      permit: 'A permit that comes free wakes whoever waits: one of them gets it.',
      shared: 'Whoever waits is woken when the last holder has gone.',
      last: 'The lock comes free when the last holder has gone.',
      latch: 'Whoever waits goes on when the count is zero.',
      open: 'Whoever asks goes on at once.',
      free: 'Whoever asks next gets what is free.',
      turn: 'The lock is free for the first in the queue alone.',
      anybody: 'The lock is free for whoever asks next.',
      unknown: 'Waiters of this kind of lock leave no trace in Redis.',
    },
    channel: 'Release channel',
    copyChannel: 'Copy channel',
    noChannel: 'A release publishes nothing: whoever waits finds out at its next try.',
    tried:
      'Somebody tried within the last {age}, or looked at the value (inferred from how long the key was not used). How many cannot be known.',
    cost: 'Waiting cost <b>{time}</b> of client time in the last 15 minutes.',
  },
  raw: {
    title: 'Raw reading',
    hint: 'as Redis has it',
    unread: 'Redis could not be asked, so there is no reading.',
    type: 'Type',
    ttl: 'PTTL',
    noTtl: '−1, no TTL',
    ms: '{ms} ms',
    length: 'Length',
    candidates: 'Could also be',
    value: 'Value',
    parts: {
      hash: { caption: 'Fields of the hash', name: 'Field', value: 'Value' },
      zset: { caption: 'Members of the sorted set', name: 'Member', value: 'Score' },
      list: { caption: 'Items of the list', name: 'Index', value: 'Item' },
      set: { caption: 'Members of the set', name: 'Member', value: 'Value' },
    },
  },
  events: {
    title: 'Events',
    hint: '{count, plural, =0 {none yet} one {# kept} other {# kept}}',
    none: 'Nothing has happened since this console watches.',
    all: 'Show all {count}',
    fewer: 'Show fewer',
    more: '{count, plural, one {# more before} other {# more before}}',
  },
  event: {
    acquired: { by: 'Acquired by <k>{holder}</k>', plain: 'Acquired' },
    reentered: { plain: 'Entered again, hold count {count}' },
    renewed: { ttl: 'Renewed to {ttlMs}', plain: 'Renewed' },
    released: { by: 'Released by <k>{holder}</k>', plain: 'Released' },
    'partly-released': { plain: 'One hold given back, hold count {count}' },
    expired: { by: 'Lapsed while <k>{holder}</k> held it', plain: 'Lapsed' },
    lost: {
      by: 'Lost by <k>{holder}</k>: the server lost its data',
      plain: 'Lost: the server lost its data',
    },
    'taken-over': { by: 'Taken over by <k>{holder}</k>', plain: 'Taken over' },
    extended: { ttl: 'Extended from here to {ttlMs}', plain: 'Extended from here' },
    'force-released': {
      by: 'Force-released from here, was <k>{holder}</k>',
      plain: 'Force-released from here',
    },
    'waiters-changed': {
      plain: '{count, plural, =0 {Nobody waits any more} one {# client waits} other {# clients wait}}',
    },
    'first-seen': { by: 'First seen, held by <k>{holder}</k>', plain: 'First seen, already held' },
    late: { plain: 'Renewal is late, {times} × its period' },
    'holder-gone': {
      by: 'No sign of life from <k>{holder}</k> for {lastMs}',
      plain: 'No sign of life from its holder for {lastMs}',
    },
    'holder-back': { by: '<k>{holder}</k> lives after all', plain: 'The holder lives after all' },
  },
  gone: {
    never: 'There is no such lock',
    released: 'There is no such lock now: it was released',
    lapsed: 'There is no such lock now: its lease lapsed',
    lost: 'There is no such lock now: the server lost its data',
    free: 'Whoever asks next acquires. What follows is its last known state and its history.',
    nothing: 'Redis has no lock under this key, and this console has seen none.',
    holder: 'Last holder',
    read: 'Last read',
  },
};
