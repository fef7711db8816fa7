/** Words that say lock. `locked` is not among them: whether it names a lock or a state of something else nobody can tell. */
export const LOCK_WORDS = [
  'locks?',
  'mutex(?:es)?',
  'redlock',
  'rlock',
  'dlock',
  'rwlock',
  'fairlock',
  'spinlock',
  'semaphores?',
  'leases?',
];

/**
 * Regular expressions that find words (given in lower case) as a word or a camel-case part of a name: for `lock` that is
 * `order:lock`, `order_lock`, `orderLock`, `LOCK:order`, not `block`, `clock`, `unlock`, `unLock`, `locked`.
 */
export function wordShapes(words: readonly string[]): string[] {
  const lower = words.join('|');
  const upper = lower.toUpperCase();
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('|');
  return [
    `(?<![A-Za-z])(?:${lower})(?![a-z])`,
    `(?<![Uu]n|[Dd]ead)(?:${capital})(?![a-z])`,
    `(?<![A-Za-z])(?:${upper})(?![A-Za-z])`,
  ];
}
