/** X-ray of one lock. */
export const xray = {
  title: 'X-ray',
  hint: 'which clients use it',
  about:
    'Redis does not say who asks for a lock. An X-ray listens to the server for a few seconds and tells which clients try, renew, wait for or release this one.',
  open: 'X-ray…',
  off: 'Off: it slows the server while it runs. "xray": true in the configuration of {target} turns it on.',
  last: '{count, plural, =0 {No connection} one {1 connection} other {# connections}} in {seconds}, at {time}',
  show: 'Show it',
  dialog: 'X-ray of this lock',
  done: {
    none: 'Nobody named this lock',
    some: '{count, plural, one {1 connection named this lock} other {# connections named this lock}}',
  },
  running: 'Listening',
  description: {
    form: 'What an X-ray costs the server, and when it ends by itself.',
    over: 'Which clients named the lock, and what for.',
  },
  loading: 'Taking the X-ray',
  cost: {
    slows:
      'It runs <m>MONITOR</m>, which sends <b>every command of every client</b> to this console and slows the server while it runs',
    groups: 'It goes to all {nodes} nodes, one after the other',
    ends: 'It ends by itself: after the time below, after its limit of output, or <b>as soon as the server answers slowly</b> (10 times what it took before, and over 20 ms, twice in a row)',
    privacy:
      'Of commands that do not name this lock nothing is kept but their number. Values are never shown',
    audit: 'It is written into the audit',
  },
  field: { seconds: 'How long' },
  seconds: '{n} s',
  button: {
    start: 'Start',
    stop: 'Stop',
    again: 'Take another one',
  },
  progress: {
    label: 'Progress of the X-ray',
    listening: 'Listening, {done} of {of}',
    closing: 'Asking who they are',
  },
  announced: 'The X-ray is done.',
  stopped: 'Stopped. Nothing was kept.',
  failure: {
    nothing: 'There is no X-ray.',
    off: 'It is off: "xray": true in the configuration turns it on.',
    busy: 'Another one listens to this server now. Try again in a few seconds.',
    denied:
      'The console’s Redis user lacks the right. Whoever manages the ACLs of this Redis grants it with:',
    copy: 'Copy command',
  },
  ended: {
    time: 'Listened for {ran}',
    size: 'Ended early, after {ran}: there was more output than the limit of {limit}',
    latency: 'Ended early, after {ran}: the server became slow (an answer took {worst}, before {before})',
    lost: 'Ended early, after {ran}: the connection broke',
    unreached: 'Not listened to: {why}',
  },
  figures: '{commands} commands in all, {named} named this lock · {bytes} of output · slowest answer {worst}',
  ours: '{count, plural, one {1 command} other {# commands}} of this console left out',
  unattributed:
    '{count, plural, one {1 command} other {# commands}} of scripts that do not say which keys they use: whose cannot be told',
  nobody: 'No client named this lock while it was listened to. Who tries seldom may need a longer one.',
  more: '{count, plural, one {and 1 more connection} other {and # more connections}}',
  table: {
    caption: 'Clients that named the lock on {node}',
    client: 'Client',
    did: 'What it did',
    seen: 'First and last seen',
    connection: 'Connection',
  },
  connections: '{count, plural, one {1 connection} other {# connections}}',
  unnamed: 'unnamed',
  gone: 'gone before it could be asked for',
  unknown: 'the server did not say who it is',
  seen: '{first} – {last}',
  age: 'connected {age}',
  user: 'user {user}',
  scripts: 'scripts of {libraries}',
  verb: {
    tries: '{count, plural, one {1 try} other {# tries}}',
    renews: '{count, plural, one {1 renewal} other {# renewals}}',
    releases: '{count, plural, one {1 release} other {# releases}}',
    waits: '{count, plural, one {1 wait} other {# waits}}',
    reads: '{count, plural, one {1 read} other {# reads}}',
    touches: '{count, plural, one {1 other} other {# others}}',
  },
  verbs:
    'Listed by what they did to the lock, most first. A try may have taken it or not. “Other” named the lock, and nothing tells what for, such as a script that only looked.',
};
