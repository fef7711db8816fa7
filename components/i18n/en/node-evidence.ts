/** Lines of evidence about a server. */
export const nodeEvidence = {
  evicts:
    'At <b>{maxBytes}</b> it evicts keys by <b>{policy}</b>: {count, plural, =0 {no lock that it would evict is held now} one {<b>1 lock</b> may go} other {<b>{n} locks</b> may go}}',
  'memory-used': '<b>{usedBytes}</b> of {maxBytes} are used: <b>{percent} %</b>',
  'eviction-policy': 'When it is full: <b>{policy}</b>',
  'not-persisted': 'The append-only file is <b>off</b> and <b>no snapshots</b> are saved',
  'in-group': 'It votes in a <b>Redlock group</b>',
  'locks-without-ttl':
    '{count, plural, one {<b>1 lock</b> has no TTL and counts on staying} other {<b>{n} locks</b> have no TTL and count on staying}}',
  fsync: 'The append-only file is written with appendfsync <b>{fsync}</b>',
  'snapshots-only': 'Only <b>snapshots</b> are saved: what changed since the last one is forgotten',
  'min-replicas':
    '<b>min-replicas-to-write is 0</b> and {count, plural, one {1 replica is connected} other {# replicas are connected}}',
  'replica-behind':
    '<k>{replica}</k> is <b>{behindBytes}</b> behind and has not caught up for <b>{forMs}</b>',
  'replica-syncing': '<k>{replica}</k> has been copying the keyspace for <b>{forMs}</b>',
  'replica-gone': '<k>{replica}</k> has not been connected for <b>{forMs}</b>',
  'locks-newer':
    '{count, plural, one {<b>1 lock</b> that is held was} other {<b>{n} locks</b> that are held were}} taken in these <b>{forMs}</b>: a failover to that replica loses {count, plural, one {it} other {them}}',
  'locks-missing':
    '<k>{replica}</k> has not <b>{n} of {of}</b> held locks that it was asked for: a failover to it loses {count, plural, one {it} other {them}}',
  'primary-lost': 'It is a replica and <b>not connected</b> to its primary',
  'clock-ahead': 'Its clock is <b>{offMs} ahead</b> of this console’s (measured to {errorMs})',
  'clock-behind': 'Its clock is <b>{offMs} behind</b> this console’s (measured to {errorMs})',
  'clock-apart': 'Its clock and that of <k>{node}</k> are <b>{apartMs}</b> apart',
  'clock-set-forward': 'Its clock went <b>forward by {byMs}</b> between two measurements',
  'clock-set-back': 'Its clock went <b>back by {byMs}</b> between two measurements',
  'locks-vanished':
    '{count, plural, one {<b>1 lock</b> that was held is} other {<b>{n} locks</b> that were held are}} gone, or somebody else’s by now',
  'lock-vanished': '<k>{key}</k>',
  'promoted-from': 'It took the place of <k>{from}</k>',
  'locks-kept':
    '{count, plural, one {<b>1 lock</b> that was held there is} other {<b>{n} locks</b> that were held there are}} held here by the same holder',
  'changes-polled': 'The server does not tell of changes: {why}',
  'changes-unseen': 'At least <b>{percent} %</b> of {n} changes within a minute were seen',
  'both-pubsub': '<k>{channel}</k> has classic and sharded subscribers',
  latches: '<b>{n}</b> latch keys at once in the last pass over the names',
};
