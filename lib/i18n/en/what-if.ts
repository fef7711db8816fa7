import type { WhatIfChange, WhatIfSilence } from '../../contract/history/what-if';

/** What another lease, hold time, number of locks or queue would have done in the last hour. */
export const whatIf = {
  title: 'What if',
  hint: 'the last hour, replayed',
  about: 'Replays the recorded requests and holds of the last hour with one thing changed.',
  field: {
    hold: 'Hold time',
    lease: 'Lease',
    shards: 'Split into',
    queue: 'Queue',
  },
  times: '{times} ×',
  asRecorded: 'as recorded',
  leaseError: 'A duration, such as 30s or 1.5m',
  locks: '{count, plural, one {1 lock} other {# locks}}',
  queue: { recorded: 'As recorded', fair: 'Fair' } satisfies Record<WhatIfChange['queue'], string>,
  replay: 'Replay',
  replaying: 'Replaying the last hour',
  table: 'Before and after the change',
  figure: 'Figure',
  before: 'Before',
  after: 'After',
  rows: {
    debt: 'Contention debt, waiter-seconds',
    wait: 'Wait, p95',
    waited: 'Requests that waited',
    gaveUp: 'Requests that gave up',
    expired: 'Expired while held',
    busy: 'Busy',
  },
  basis:
    'n = {n} holds · replay of what was recorded, {runs} runs · without a change it misses the recorded debt by {missed} % · error of the debt {error}',
  unsafe:
    '{count, plural, one {1 hold expires} other {{n} holds expire}} while its work goes on: two holders would work at once.',
  silent: {
    'nothing-recorded': 'Nothing is recorded of it in the last hour.',
    coverage: 'Only {covered} of the last hour was watched; 95 % are needed.',
    'too-few': 'Only {acquisitions} acquisitions in the last hour; 50 are needed.',
    'too-many': 'More than 20,000 holds in the last hour: too many to replay at once.',
    'holds-missing': 'Only {n} of {acquisitions} holds were kept one by one.',
    'waiters-unknown': 'Its waiters cannot be counted: they leave no trace in Redis.',
    shared: 'Several hold it at once: it is no queue with one server.',
    'no-lease': 'None of its holds had a lease.',
    'replay-differs':
      'The replay without any change misses the recorded debt by {missed} %; 5 % are allowed. What was recorded does not suffice.',
  } satisfies Record<WhatIfSilence, string>,
};
