import type { NodeFindingWords } from '../finding-words';

/** Findings about a server. `why`, `fix` and `cost` take no values: the command line prints them as they are. */
export const nodeFindings = {
  'node-silent': {
    title: 'Silent nodes',
    one: '{target} does not answer',
    many: '{target} does not answer',
    why: 'The node gives no answer. What it holds now is unknown; locks that were read before keep their last reading.',
    fix: 'Look at the node and the network between it and this console.',
    reason: 'node silent',
    evidence: {
      'node-silent': 'The node has been silent for <b>{forMs}</b>: this is the last reading',
      'node-never-answered':
        'The node has not answered since this console started, for <b>{forMs}</b>: nothing is known of it',
    },
  },
  'evictable-locks': {
    title: 'Locks that may be evicted',
    one: '{node} may evict locks',
    many: '{count, plural, one {# node may evict locks} other {# nodes may evict locks}}',
    why: 'The server has a memory limit and a policy that deletes keys when it is reached, locks among them. An evicted lock is free while its holder still works, and nobody is told.',
    fix: 'Keep locks on a server that evicts nothing, or set the policy to noeviction here; CONFIG REWRITE keeps it over a restart.',
    cost: 'When memory is full, every write fails with an OOM error instead, and so do acquiring and renewing: leave headroom, and move caches that rely on eviction to a server of their own.',
    evidence: {
      evicts:
        'At <b>{maxBytes}</b> it evicts keys by <b>{policy}</b>: {count, plural, =0 {no lock that it would evict is held now} one {<b>1 lock</b> may go} other {<b>{n} locks</b> may go}}',
    },
  },
  'memory-nearly-full': {
    title: 'Memory nearly full',
    one: '{node} is nearly out of memory',
    many: '{count, plural, one {# node is nearly out of memory} other {# nodes are nearly out of memory}}',
    why: 'More than 90 % of the memory limit is used. At the limit the server evicts keys, or refuses writes: then nobody acquires or renews, and held locks expire under their holders.',
    fix: 'Find what grows (redis-cli --bigkeys) and give it a TTL, or raise the limit; CONFIG REWRITE keeps it over a restart.',
    cost: 'The host must have that much memory to spare, and up to as much again while a snapshot or the append-only file is written.',
    evidence: {
      'memory-used': '<b>{usedBytes}</b> of {maxBytes} are used: <b>{percent} %</b>',
      'eviction-policy': 'When it is full: <b>{policy}</b>',
    },
  },
  'no-persistence': {
    title: 'Persistence is off',
    one: 'Persistence is off on {node}: a restart forgets its locks',
    many: '{count, plural, one {Persistence is off on # node: a restart forgets its locks} other {Persistence is off on # nodes: a restart forgets their locks}}',
    why: 'The server writes neither an append-only file nor snapshots. After a restart all of its locks are free although their holders still work. In a Redlock group its forgotten vote can give a second holder the majority.',
    fix: 'Switch the append-only file on (in a Redlock group with appendfsync always), or keep a server that was restarted out of use for longer than the longest lease.',
    cost: 'Disk space, and a write to disk every second; switching it on forks once to write the whole keyspace.',
    evidence: {
      'not-persisted': 'The append-only file is <b>off</b> and <b>no snapshots</b> are saved',
      'in-group': 'It votes in a <b>Redlock group</b>',
      'locks-without-ttl':
        '{count, plural, one {<b>1 lock</b> has no TTL and counts on staying} other {<b>{n} locks</b> have no TTL and count on staying}}',
    },
  },
  'aof-not-always': {
    title: 'Votes that a crash can forget',
    one: '{node} can forget its last votes in a crash',
    many: '{count, plural, one {# node can forget its last votes in a crash} other {# nodes can forget their last votes in a crash}}',
    why: 'The server votes in a Redlock group and does not write each change to disk before it answers. A crash forgets the last locks, and the node then votes for a second holder of a lock it had given away.',
    fix: 'Set appendfsync to always, or keep a server that crashed out of use for longer than the longest lease.',
    cost: 'Every write waits for the disk: on most disks that is the end of high write rates on this server.',
    evidence: {
      fsync: 'The append-only file is written with appendfsync <b>{fsync}</b>',
      'snapshots-only': 'Only <b>snapshots</b> are saved: what changed since the last one is forgotten',
    },
  },
  'writes-unreplicated': {
    title: 'Writes that no replica has confirmed',
    one: '{node} accepts locks that no replica has',
    many: '{count, plural, one {# node accepts locks that no replica has} other {# nodes accept locks that no replica has}}',
    why: 'The primary accepts writes whether or not a replica is there to take them over. Locks that were acquired just before a failover may be free on the replica that is promoted.',
    fix: 'Set min-replicas-to-write to 1 or more, which bounds the loss to min-replicas-max-lag seconds; for single locks let clients WAIT, or check fencing tokens where the work is done.',
    cost: 'While too few replicas are well, the primary refuses every write.',
    evidence: {
      'min-replicas':
        '<b>min-replicas-to-write is 0</b> and {count, plural, one {1 replica is connected} other {# replicas are connected}}',
    },
  },
  'replica-lags': {
    title: 'Replicas that do not keep up',
    one: 'A replica of {node} does not keep up',
    many: '{count, plural, one {Replicas of # node do not keep up} other {Replicas of # nodes do not keep up}}',
    why: 'A replica lacks what its primary had seconds ago, or is not connected. If it is promoted now, locks acquired since are free although their holders still work.',
    fix: 'Look at the replica’s process and at the network between the two; a replica that was taken away on purpose is forgotten after an hour.',
    cost: 'A replica that has fallen far behind copies the whole keyspace anew, for which the primary forks.',
    evidence: {
      'replica-behind':
        '<k>{replica}</k> is <b>{behindBytes}</b> behind and has not caught up for <b>{forMs}</b>',
      'replica-syncing': '<k>{replica}</k> has been copying the keyspace for <b>{forMs}</b>',
      'replica-gone': '<k>{replica}</k> has not been connected for <b>{forMs}</b>',
      'locks-newer':
        '{count, plural, one {<b>1 lock</b> that is held was} other {<b>{n} locks</b> that are held were}} taken in these <b>{forMs}</b>: a failover to that replica loses {count, plural, one {it} other {them}}',
      'locks-missing':
        '<k>{replica}</k> has not <b>{n} of {of}</b> held locks that it was asked for: a failover to it loses {count, plural, one {it} other {them}}',
      'primary-lost': 'It is a replica and <b>not connected</b> to its primary',
    },
  },
  'clock-skew': {
    title: 'Clocks that differ',
    one: 'The clock of {node} is off',
    many: '{count, plural, one {The clock of # node is off} other {The clocks of # nodes are off}}',
    why: 'Locks that keep a deadline in their value, permits of semaphores and the drift that Redlock allows for compare clocks of several hosts. By how much these are apart, somebody believes a lock over too early or too late.',
    fix: 'Synchronise the clocks of the Redis hosts and of this console (chronyc tracking tells how far one is off). Where several nodes differ alike, it is the console’s clock.',
    cost: 'A clock that is set in one step is a jump of its own: let it slew where locks are held.',
    evidence: {
      'clock-ahead': 'Its clock is <b>{offMs} ahead</b> of this console’s (measured to {errorMs})',
      'clock-behind': 'Its clock is <b>{offMs} behind</b> this console’s (measured to {errorMs})',
      'clock-apart': 'Its clock and that of <k>{node}</k> are <b>{apartMs}</b> apart',
    },
  },
  'clock-jump': {
    title: 'Clocks that were set',
    one: 'The clock of {node} was set',
    many: '{count, plural, one {The clock of # node was set} other {The clocks of # nodes were set}}',
    why: 'The server’s clock moved by more than a second against this console’s between two measurements, as when it is set by hand or its machine was paused. Redis counts TTLs by it: every lease there became shorter or longer by as much.',
    fix: 'Let the clock slew instead of stepping it (chrony without makestep), and look whether the machine was suspended or migrated. The finding goes after ten minutes.',
    cost: 'A large error takes long to correct by slewing.',
    evidence: {
      'clock-set-forward': 'Its clock went <b>forward by {byMs}</b> between two measurements',
      'clock-set-back': 'Its clock went <b>back by {byMs}</b> between two measurements',
    },
  },
  'restarted-under-locks': {
    title: 'Restarted under locks',
    one: '{node} restarted and forgot locks that were held',
    many: '{count, plural, one {# node restarted and forgot locks that were held} other {# nodes restarted and forgot locks that were held}}',
    why: 'The server restarted while leases ran, and these locks are gone or somebody else has them by now. Their holders were not told and may still work.',
    fix: 'Find the holders that the history of these locks names and see whether their work was done twice; then let the server keep its locks over a restart (append-only file).',
    cost: 'None: this finding goes when the leases that were cut would have ended, and not before ten minutes.',
    evidence: {
      'locks-vanished':
        '{count, plural, one {<b>1 lock</b> that was held is} other {<b>{n} locks</b> that were held are}} gone, or somebody else’s by now',
      'lock-vanished': '<k>{key}</k>',
    },
  },
  promoted: {
    title: 'Failovers',
    one: '{node} became the primary',
    many: '{count, plural, one {# node became the primary} other {# nodes became primaries}}',
    why: 'A replica took the place of the primary. Replication is asynchronous: what the old primary had accepted last may be missing here, and a holder whose lock is missing was not told and may still work.',
    fix: 'If locks are missing, find the holders that their history names and see whether their work was done twice. Ask for min-replicas-to-write and WAIT, or for fencing tokens, where that must not happen.',
    cost: 'None: this finding goes after ten minutes, or when the leases that are missing would have ended.',
    evidence: {
      'promoted-from': 'It took the place of <k>{from}</k>',
      'locks-kept':
        '{count, plural, one {<b>1 lock</b> that was held there is} other {<b>{n} locks</b> that were held there are}} held here by the same holder',
    },
  },
  'changes-missed': {
    title: 'Changes are missed',
    one: 'Changes on {node} are missed',
    many: '{count, plural, one {Changes on # node are missed} other {Changes on # nodes are missed}}',
    why: 'Locks change faster there than this console reads within its budget. It reads the newest first, so short holds stay unseen: counts of acquisitions, holds and waits are lower than the truth, and a lock that was not read in time is unknown.',
    fix: 'Raise commandsPerSecond of the target if the server has room, or name the prefixes of the locks that matter. If the server answers slowly, find out why: the budget shrinks with it.',
    cost: 'Four commands for each change that is read.',
    evidence: { 'changes-unseen': 'At least <b>{percent} %</b> of {n} changes within a minute were seen' },
  },
  'no-notifications': {
    title: 'Changes are polled',
    one: 'Changes on {node} are polled',
    many: '{count, plural, one {Changes on # node are polled} other {Changes on # nodes are polled}}',
    why: 'The server does not tell this console of changes, so it asks again and again: what it shows is up to some seconds old, short holds are missed, and it costs more commands.',
    fix: 'Allow this console’s user CLIENT TRACKING and SUBSCRIBE; lockscope doctor --acl prints the whole line. Where that cannot be, switch keyspace notifications on: the evidence has the command.',
    cost: 'The server sends one short message for each key that is written.',
    evidence: { 'changes-polled': 'The server does not tell of changes: {why}' },
  },
  'mixed-pubsub': {
    title: 'Releases that some waiters miss',
    one: 'Waiters on {node} listen in two ways',
    many: '{count, plural, one {Waiters on # node listen in two ways} other {Waiters on # nodes listen in two ways}}',
    why: 'One release channel has subscribers of classic and of sharded pub/sub at once. A release is published in one of the two ways, so it does not wake those who listen in the other: they sleep until their next look.',
    fix: 'Give all clients of the lock the same version of their library and the same setting for sharded pub/sub.',
    cost: 'The clients that change have to be restarted.',
    evidence: { 'both-pubsub': '<k>{channel}</k> has classic and sharded subscribers' },
  },
  'latches-pile-up': {
    title: 'Releases whose answers get lost',
    one: 'Latch keys pile up on {node}',
    many: '{count, plural, one {Latch keys pile up on # node} other {Latch keys pile up on # nodes}}',
    why: 'Redisson writes a redisson_unlock_latch key at each release and takes it away when it has the answer. Many of them at once mean that clients lose answers: timeouts, broken connections, or processes that die while they release.',
    fix: 'Look for timeouts and retries in the logs of the Redisson clients, and for slow commands on the server (SLOWLOG GET). The keys expire by themselves.',
    cost: 'None.',
    evidence: { latches: '<b>{n}</b> latch keys at once in the last pass over the names' },
  },
} satisfies NodeFindingWords;
