/**
 * What test runs came to: `{ passed, failed: [{ name, message }], skipped: [{ name, reason }], broken: [runner] }`.
 */
import { appendFileSync } from 'node:fs';

export function noCounts() {
  return { passed: 0, failed: [], skipped: [], broken: [] };
}

export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: [...a.failed, ...b.failed],
    skipped: [...a.skipped, ...b.skipped],
    broken: [...a.broken, ...b.broken],
  };
}

/** Names what was skipped, what failed and which runner ended badly; the last line is the counts. */
export function describeCounts({ passed, failed, skipped, broken }) {
  const lines = skipped.map(({ name, reason }) => `skipped: ${name}: ${reason ?? 'no reason given'}`);
  lines.push(...failed.map(({ name, message }) => `failed: ${name}: ${firstLines(message)}`));
  lines.push(...broken.map((runner) => `${runner} ended with an error; see above`));
  if (passed + failed.length === 0) lines.push('no test ran');
  return [...lines, `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`].join('\n');
}

/** 0 only when tests ran, none failed and every runner ended well. */
export function exitCodeOf({ passed, failed, broken }) {
  return passed > 0 && failed.length === 0 && broken.length === 0 ? 0 : 1;
}

/** Prints how `command` ended, and adds it to the file that LOCKSCOPE_SUMMARY names: several commands, one end. */
export function printSummary(command, text) {
  console.log(`\n${text}`);
  const file = process.env.LOCKSCOPE_SUMMARY;
  if (file) appendFileSync(file, `\n${command}\n${text}\n`);
}

/** Enough of an error to know it again where the log above it was cut. */
function firstLines(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  const plain = (message ?? 'no message').replace(/\x1b\[[0-9;]*m/g, '').trim();
  return plain.split('\n', 12).join('\n  ').slice(0, 1_000);
}
