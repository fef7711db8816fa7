import { createHash } from 'node:crypto';
import { scripts } from '../../lib/redis/scripts.generated';
import type { Kind } from './events';
import type { Rule } from './violation';

/** A change to one script that makes it unsafe: proof that the checks see what they are there to see. */
type BrokenScript = {
  kind: Kind;
  script: keyof typeof scripts;
  find: RegExp;
  replace: string;
  /** The rule that must notice it; others may as well. */
  caughtBy: Rule;
};

/** For a new kind of lock add the mistakes that its scripts are there to prevent. */
export const BROKEN_SCRIPTS = {
  'release-of-any-holder': {
    kind: 'mutex',
    script: 'releaseString',
    find: /^if token ~= ARGV\[1\] then$/m,
    replace: 'if not token then',
    caughtBy: 'freed-while-held',
  },
  'acquire-of-a-held-lock': {
    kind: 'mutex',
    script: 'acquireString',
    find: /'NX', /,
    replace: '',
    caughtBy: 'exclusion',
  },
  'release-of-all-holds': {
    kind: 'reentrant',
    script: 'releaseReentrant',
    find: /^if left > 0 then$/m,
    replace: 'if false then',
    caughtBy: 'freed-while-held',
  },
  'renewal-that-shortens': {
    kind: 'reentrant',
    script: 'renewReentrant',
    find: /raise_ttl\(KEYS\[1\], tonumber\(ARGV\[2\]\)\)/,
    replace: "(redis.call('PEXPIRE', KEYS[1], math.ceil(ARGV[2] / 2)) and tonumber(ARGV[2]))",
    caughtBy: 'promised-too-long',
  },
  'turn-out-of-order': {
    kind: 'fair',
    script: 'acquireFair',
    find: / and \(not head or head == me\) then$/m,
    replace: ' then',
    caughtBy: 'fair-order',
  },
  'reader-beside-a-writer': {
    kind: 'read-write',
    script: 'acquireRead',
    find: /^if mode == 'write' and .* then$/m,
    replace: 'if false then',
    caughtBy: 'exclusion',
  },
  'writer-beside-readers': {
    kind: 'read-write',
    script: 'acquireWrite',
    find: /^if count == 0 then return .* end$/m,
    replace: '',
    caughtBy: 'exclusion',
  },
  'permit-that-is-not-counted': {
    kind: 'semaphore',
    script: 'acquirePermit',
    find: /^ *redis\.call\('DECR', KEYS\[1\]\)$/m,
    replace: '',
    caughtBy: 'permits-exceeded',
  },
  'fencing-token-given-twice': {
    kind: 'fenced',
    script: 'acquireFenced',
    find: /redis\.call\('INCR', KEYS\[2\]\)$/m,
    replace: "if counter == 'none' then redis.call('INCR', KEYS[2]) end",
    caughtBy: 'fencing-order',
  },
} satisfies Record<string, BrokenScript>;

export type BrokenName = keyof typeof BROKEN_SCRIPTS;

export const BROKEN_NAMES = Object.keys(BROKEN_SCRIPTS) as BrokenName[];

/** The text that a script gets, or null where it is no longer as the change expects it. */
export function changedText(name: BrokenName): string | null {
  const { script, find, replace } = BROKEN_SCRIPTS[name];
  const { text } = scripts[script];
  return find.test(text) ? text.replace(find, replace) : null;
}

/** Breaks a script for this process and for good; call it before a lock client is created. */
export function breakScript(name: BrokenName): void {
  const text = changedText(name);
  if (text === null) throw new Error(`${name} does not fit its script any more`);
  Object.assign(scripts[BROKEN_SCRIPTS[name].script], {
    text,
    sha1: createHash('sha1').update(text).digest('hex'),
  });
}
