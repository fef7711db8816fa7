import type { InsightMethod } from '../../contract/insight-codes';
import type { InsightWords } from '../insight-words';

/** Insights: statements about how locks are used, made of the history. */
export const insights = {
  title: 'Insights',
  loading: 'Loading the insights',
  summary:
    '{count, plural, =0 {none} one {1 insight} other {{n} insights}}{families, plural, =0 {} one { on 1 family} other { on # families}}, by harm · each says what it rests on',
  family: 'family',
  removeFamily: 'Show the insights of all families',
  itsFamily: 'its family',
  computed: 'How this is computed',
  empty: {
    title: 'No insight in this range',
    ofFamily: 'No insight is about this family in this range',
    all: '{count, plural, one {Show the one of another family} other {Show the # of other families}}',
    text: 'An insight needs enough holds and waits, at least 95 % of the range watched, and a model that fits them. Without these it is left out.',
  },
  sample: 'n = {n}',
  confidence: '{share} sure',
  harm: '{seconds} waiter-seconds an hour',
  method: {
    'pollaczek-khinchine': 'M/G/1, Pollaczek–Khinchine',
    'robust-queueing': 'G/G/1, robust queueing with the measured dispersion',
    percentile: 'percentile of the holds',
    'split-queues': 'one queue against several',
    counted: 'counted',
    'block-t-test': 't-test of blocks of ten minutes',
  } satisfies Record<InsightMethod, string>,
  code: {
    utilisation: {
      title: 'Busy locks',
      sentence: '{key} is busy {busyShare} of the time; at {loadShare} more load the wait is {times} ×',
      advice:
        'An acquisition waits {seenMs} on average. From {roomShare} more load on, the queue grows without end. Shorten the work under the lock, or split the lock.',
    },
    lease: {
      title: 'Leases that do not fit',
      sentence:
        '{problem, select, short {{family}: a lease of {leaseMs} is too short; {expired, plural, one {# hold} other {# holds}} expired while held} other {{family}: a holder that dies blocks others for {blockedMs}, which costs {costSeconds} waiter-seconds}}',
      advice:
        '{watchdog, select, yes {999 of 1,000 holds last at most {p999Ms}: renew a lease of {advisedMs} by a watchdog.} other {A lease of {advisedMs} covers 999 of 1,000 holds, which last at most {p999Ms}; no watchdog is needed.}}{atLeast, select, yes { Some holds were cut short, so that they may last longer.} other {}}',
    },
    shard: {
      title: 'Keys to split',
      sentence:
        '{key} carries {keyShare} of what its family is waited for; split into {shards} by what is below {part}, it would save {savedSeconds} of {debtSeconds} waiter-seconds an hour',
      advice:
        'Lock a part of what {part} stands for: {name}, n from 0 to one less than the number of shards. Only where work on one part needs no other; whoever needs all of them takes all, in order.',
      row: '{shards} shards would save {savedSeconds} waiter-seconds an hour',
    },
    'lock-order': {
      title: 'Locks taken in both orders',
      sentence:
        '{first} and {key} are taken in both orders: {first} first {forth, plural, one {# time} other {# times}}, {key} first {back, plural, one {# time} other {# times}}. Each order took the same locks at least {times, plural, one {once} other {# times}}.',
      advice:
        'Take them in one order everywhere, before two holders meet and wait for each other; the rarer order is usually the one to change. Where the order depends on data, sort the keys, or take all at once with a multi-lock.',
      row: '{first}, then {key}: {forth, plural, one {# time} other {# times}}, last by {holder}. The other way round: {back, plural, one {# time} other {# times}}, last by {heldBy}',
    },
    unfair: {
      title: 'Unfair locks',
      sentence:
        '{key}: {starved, plural, one {# wait} other {# waits}} of {n} took five times the median or more while ten or more later arrivals got the lock; the longest wait was {longestMs}, the median {medianMs}',
      advice:
        'Of {grants} acquisitions while others waited, {barged} overtook an earlier waiter; {waiter} waited {waitedMs} and was overtaken {overtaken, plural, one {once} other {# times}}. Use a fair lock, which has a queue, or wait without back-off so that no waiter sleeps while the lock is free.',
    },
    changed: {
      title: 'Hold or wait times changed',
      sentence:
        '{measure, select, wait {Waits for} other {Holds of}} {family} take {times} × as long {since, select, deploy {since the deployment of {deploy}, {agoMs} ago} other {as in the same hour of last week}}: {percentile, select, 50 {half} other {{percentile} of 100}} took up to {beforeMs}, now up to {afterMs}',
      advice:
        '{direction, select, longer {Look at what changed in the work under the lock, or in who asks for it. The table has all percentiles that were compared.} other {They became shorter: nothing has to be done.}}',
      row: '{measure, select, wait {Wait} other {Hold}} p{percentile}: {beforeMs} → {afterMs} ({times} ×, n = {n}){changed, select, yes {, changed} other {}}',
    },
  } satisfies InsightWords,
};
