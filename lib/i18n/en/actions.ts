import { consequence } from './consequence';
import { followUp } from './follow-up';
import { how } from './how';

/** Force-release, extend and quarantine. */
export const actions = {
  open: { release: 'Force-release…', extend: 'Extend…', quarantine: 'Quarantine…' },
  off: {
    past: 'Off: this is the past. Go back to now to act',
    stale: 'Off while figures are old: look again when the page is live',
    readOnly: 'This connection is watched read-only',
    gone: 'There is no such lock now',
    never: 'It never expires: there is nothing to extend',
    needs:
      'No format takes this value. To allow it, set "{setting}" of the pattern {pattern} in the configuration to one with "release": true',
    several: 'It has several holders: choose one of them on its page',
    reading: 'Reading who holds it',
    unsupported: 'It cannot be put in quarantine: its kind has no way to, or it is in one',
    over: 'Its own lease has ended: there is nothing to extend',
  },
  server: {
    replica:
      '{node} is a replica: it accepts no writes unless its replica-read-only is off. A release or an extension is refused there with READONLY.',
    full: '{node} is out of memory ({used} of {max}, noeviction): it refuses commands that may take memory.',
    works: 'What is offered here takes none and still works.',
    refused: {
      release: 'A release of this kind of lock may take some and be refused. Nothing is changed then.',
      extend:
        'Extending this kind of lock may take some and be refused. Nothing is changed then. A release still works.',
      quarantine: 'A quarantine may be refused. Nothing is changed then. A release still works.',
    },
  },
  of: {
    release: 'Release…',
    extend: 'Extend…',
    releaseName: 'Release… {name}',
    extendName: 'Extend… {name}',
  },
  title: {
    release: 'Force-release this lock?',
    extend: 'Extend this lock?',
    quarantine: 'Quarantine this lock?',
    releaseOf: 'Force-release this holder?',
    extendOf: 'Extend the lease of this holder?',
    quarantineOf: 'Quarantine the lock of this holder?',
    left: 'This holder has the lock no more',
    done: { released: 'Released', extended: 'Extended', quarantined: 'In quarantine' },
    doneKeys: 'Released: {count, plural, =2 {both keys} other {all # keys}}',
    partlyHold: {
      held: 'Released {done} of {of} keys: the lock stays held',
      unclear: 'Released {done} of {of} keys: the lock may stay held',
    },
    partly: {
      released: 'Released on {done} of {of} nodes',
      extended: 'Extended on {done} of {of} nodes',
      quarantined: 'In quarantine on {done} of {of} nodes',
    },
    refused: {
      release: 'Not released: the lock changed while you looked',
      extend: 'Not extended: the lock changed while you looked',
      quarantine: 'Not in quarantine: the lock changed while you looked',
    },
    changed: 'The lock changed while you looked',
    unclear: 'It may or may not have happened',
    gone: 'This lock is gone',
  },
  description: {
    release: 'What will be freed, what tells whether its holder is gone, and what follows. There is no undo.',
    extend: 'Which lock gets a longer lease, and what follows.',
    quarantine: 'Who loses the lock, for how long nobody can have it, and what follows. There is no undo.',
    over: 'What came of it.',
  },
  loading: 'Reading the lock',
  reading: 'reading…',
  read: 'read · {age} ago, re-read every second',
  announced: 'The dialog has the result.',
  part: {
    freed: 'What will be freed',
    evidence: 'What bears on it',
    extended: 'What will be extended',
    how: 'How',
    terminal: 'Same from a terminal',
    copyCommand: 'Copy command',
  },
  fact: {
    key: 'Key',
    where: 'Where',
    place: '{target} · {node} · db {db}',
    group: '{target} · db {db}',
    votes: 'Votes',
    everywhere: 'Goes to all {count} nodes: {nodes}',
    kind: 'Kind',
    holder: 'Holder',
    mode: 'Mode',
    modeIs: { read: 'reads, beside others', write: 'writes, alone' },
    others: 'Others',
    othersAre: '{count, plural, one {# more holds it} other {# more hold it}}',
    holdCount: 'Hold count',
    leaseLeft: 'Lease left',
    fencing: 'Fencing token',
    type: 'Type',
  },
  gone: {
    text: 'Redis has no lock under this key now: it was released or has expired. Nothing was sent, and there is nothing left to do here.',
  },
  consequence,
  how,
  field: {
    reason: 'Reason, kept in the audit',
    reasonOptional: 'Reason, kept in the audit (optional)',
    typeKey: 'Type the key to confirm',
    typeName: 'Type {name} to confirm',
    lease: 'New lease, from now',
    leaseError: 'A time such as 30s, 5m or 1h, up to 24h',
    quarantine: 'Time in quarantine',
    quarantineError: 'A time such as 10s or 1m, from 1s to 5m',
    usual: 'Usual times',
  },
  button: {
    release: 'Force-release',
    releaseAll: '{count, plural, =2 {Release both keys} other {Release all # keys}}',
    releaseSome: '{count, plural, other {Release # keys}}',
    releaseOnly: 'Release only this key',
    extend: 'Extend',
    quarantine: 'Quarantine',
    sending: 'Asking Redis…',
    lookAgain: 'Look at the new holder',
    lookSame: 'Look at it again',
  },
  missing: {
    nothing: 'Acts only if the lock is still exactly as shown',
    sending: 'Waiting for what Redis says',
    stale: 'Off while figures are old',
    loading: 'Reading the lock',
    why: 'Not possible here',
    lease: 'A time is missing',
    although: 'Consent is missing',
    reason: 'A reason is missing',
    ticket: 'The ticket cannot be kept as it is typed',
    typed: 'What must be typed is not there yet',
    old: 'Reading the lock again',
    checking: 'Reading the lock once more; it acts if nothing changed',
    unread: 'The lock cannot be read now; trying every second',
  },
  why: {
    'read-only': 'This connection is watched read-only',
    'release-unsupported': 'Locks of this kind cannot be released from here',
    'extend-unsupported': 'This lock cannot be extended: it never expires, or its kind has no way to',
    'quarantine-unsupported': 'Locks of this kind cannot be put in quarantine',
    needs:
      'No format takes this value: its pattern {pattern} must have "release": true in the setting "{setting}"',
  },
  changed: {
    caption: 'What was seen and what is there now',
    saw: 'You saw, {time}',
    now: 'Now, {time}',
    absent: 'absent',
    key: 'It is about another key of the same hold: <m></m>',
    nobody: 'nobody',
    unknown: 'unknown',
    refused: 'Nothing was touched.',
    noticed: 'Nothing was sent, nothing was touched.',
    what: {
      holder: 'Another holder has the lock now.',
      keys: 'The keys of the hold are not those that you saw any more, or one of them was taken anew.',
      gone: 'The lock is gone: it was released or has expired.',
      acquisition:
        'The hold that you saw has ended, or may have: a release or an acquisition was reported since, or changes went unreported for a while.',
      'renewed-or-retaken':
        'Its lease ends later now: its holder renewed it, or gave it back and took it again. This kind of token may be kept for many holds, so that nothing distinguishes the two.',
      other: 'The same key is not held as you saw it any more.',
    },
    again:
      'To act on what is there now, start again: your confirmation was for the old one and has been cleared.',
    nothingLeft: 'There is nothing left to release.',
    audit: 'Refused attempt kept as audit {id}',
  },
  left: {
    noticed:
      'It gave the lock back, or its lease ended. Nothing was sent, nothing was touched. Who has the lock now is on its page.',
    refused:
      'It gave the lock back, or its lease ended. Nothing was touched. Who has the lock now is on its page.',
  },
  unclear: 'Look at the lock again before you repeat it.',
  failure: {
    'second-person': 'This takes a second person, who is not who asked.',
    'not-waiting': 'This request does not wait any more.',
    nothing: 'Nothing happened.',
    'read-only': 'This connection is watched read-only.',
    denied: 'Refused: {message}',
    'step-up-required': 'A passkey of yours has to confirm it, and none did within the last five minutes.',
    deniedCommand:
      'The console’s Redis user lacks the right to run {command}. Whoever manages the ACLs of this Redis can grant it.',
    'release-unsupported': 'Locks of this kind cannot be released from here.',
    'extend-unsupported': 'This lock cannot be extended: it never expires, or its kind has no way to.',
    'quarantine-unsupported': 'Locks of this kind cannot be put in quarantine.',
    'too-large': 'The value is too large to be compared safely.',
    'invalid-argument': 'The server asks for something else: {message}',
    'rate-limited':
      'Too many acts in a short time. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    'node-down': 'There is no connection to this Redis now.',
    'not-audited': 'The audit cannot be written.',
    'timed-out': 'No answer came in time.',
    unreachable: 'The console server cannot be reached.',
    'bad-answer': 'The answer of the console server cannot be read.',
    internal: 'Something went wrong inside the console.',
    'unexpected-reply': 'Redis gave an answer the console does not know: {message}',
    audit: 'Kept as audit {id}.',
    request: 'Request {id}',
    needs:
      'No format takes this value: its pattern {pattern} must have "release": true in the setting "{setting}".',
  },
  next: {
    after: 'Next: <k>{holder}</k> acquired after {after}',
    within: 'Next: <k>{holder}</k> acquired after at most {after}',
    unnamed: 'unnamed client',
    watching: 'Watching who acquires next, {left} more',
    nobody: 'Nobody acquired within 10 seconds',
  },
  result: {
    node: {
      released: 'Released on {node} at {time}',
      extended: 'Extended on {node} at {time}',
      quarantined: 'In quarantine on {node} at {time}',
      changed: 'Left alone on {node}: it was not there as you saw it',
      unreached: 'No answer from {node}: what became of it is not known',
    },
    after: {
      released: {
        done: '{left, plural, =0 {No node has it from that holder any more: the lock is free.} one {1 node may still have it, fewer than a quorum of {quorum}: the lock is free.} other {# nodes may still have it, fewer than a quorum of {quorum}: the lock is free.}}',
        short:
          '{left} nodes may still have it, and a quorum is {quorum}: the lock may still be held. Look at it again before you rely on it.',
      },
      quarantined: {
        done: '{left, plural, =0 {No node has it from that holder any more} one {1 node may still have it from that holder, fewer than a quorum of {quorum}} other {# nodes may still have it from that holder, fewer than a quorum of {quorum}}}.',
        short:
          '{left} nodes may still have it from that holder, and a quorum is {quorum}: it may still hold the lock. Look at it again before you rely on it.',
      },
      extended: {
        done: 'A quorum of {quorum} has the new lease: the lock is held for it.',
        short:
          'A quorum is {quorum}, and fewer have the new lease: the lock is held only as long as it was. Look at it again before you rely on it.',
      },
    },
    woken:
      '{count, plural, =0 {Woke nobody: no client was listening} one {Woke 1 waiting client} other {Woke # waiting clients}}',
    left: {
      held: 'Nobody can acquire it: whoever waits needs all its keys',
      unclear: 'Whoever waits needs all its keys',
    },
    kept: 'Woke nobody: the lock did not become free',
    wokenUnknown: 'How many were woken cannot be known',
    still:
      '{count, plural, =0 {Nobody holds it any more} one {Still held by 1 other} other {Still held by {n} others}}',
    stillMore: 'and {n} more',
    quarantine: 'It is released at {time}. Until then nobody can acquire it.',
    lease: 'The lease left is at least {lease} from that moment',
    audit: 'Audit {id}',
  },
  followUp,
};
