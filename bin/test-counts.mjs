/**
 * What test runs came to: `{ passed, failed, again: [{ name, error }], skipped: [{ name, reason }], broken: [runner] }`;
 * `again` passed at a second attempt, `error` is the first line of what was wrong with the first.
 */

export function noCounts() {
  return { passed: 0, failed: 0, again: [], skipped: [], broken: [] };
}

export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    again: [...a.again, ...b.again],
    skipped: [...a.skipped, ...b.skipped],
    broken: [...a.broken, ...b.broken],
  };
}

/** Names what was skipped, what needed a second attempt and which runner ended badly; the last line is the counts. */
export function describeCounts({ passed, failed, again, skipped, broken }) {
  const lines = skipped.map(({ name, reason }) => `skipped: ${name}: ${reason ?? 'no reason given'}`);
  lines.push(
    ...again.map(
      ({ name, error }) => `passed at the second attempt: ${name}: ${error ?? 'no error was given'}`,
    ),
  );
  lines.push(...broken.map((runner) => `${runner} ended with an error; see above`));
  if (passed + failed === 0) lines.push('no test ran');
  return [...lines, `${passed} passed, ${failed} failed, ${skipped.length} skipped`].join('\n');
}

/** The first line that says something of an error's message, without colours; undefined = there is none. */
export function firstLineOf(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what colours are made of
  const plain = message?.replace(/\u001b\[[0-9;]*m/g, '');
  return plain
    ?.split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
}

/** 0 only when tests ran, none failed and every runner ended well. */
export function exitCodeOf({ passed, failed, broken }) {
  return passed > 0 && failed === 0 && broken.length === 0 ? 0 : 1;
}
