/** What test runs came to: `{ passed, failed, skipped: [{ name, reason }], broken: [runner] }`. */

export function noCounts() {
  return { passed: 0, failed: 0, skipped: [], broken: [] };
}

export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: [...a.skipped, ...b.skipped],
    broken: [...a.broken, ...b.broken],
  };
}

/** Names what was skipped and which runner ended badly; the last line is the counts. */
export function describeCounts({ passed, failed, skipped, broken }) {
  const lines = skipped.map(({ name, reason }) => `skipped: ${name}: ${reason ?? 'no reason given'}`);
  lines.push(...broken.map((runner) => `${runner} ended with an error; see above`));
  if (passed + failed === 0) lines.push('no test ran');
  return [...lines, `${passed} passed, ${failed} failed, ${skipped.length} skipped`].join('\n');
}

/** 0 only when tests ran, none failed and every runner ended well. */
export function exitCodeOf({ passed, failed, broken }) {
  return passed > 0 && failed === 0 && broken.length === 0 ? 0 : 1;
}
