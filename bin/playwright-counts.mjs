/** Playwright reporter: writes the counts of a run to the file named by LOCKSCOPE_COUNTS. */
import { writeFileSync } from 'node:fs';
import { noCounts } from './test-counts.mjs';

export default class PlaywrightCounts {
  outside = [];

  onBegin(_config, suite) {
    this.suite = suite;
  }

  /** Goes wrong outside of any test: a file that does not load, what is set up before all. */
  onError({ message, stack }) {
    this.outside.push({ name: 'outside of any test', message: stack ?? message });
  }

  onEnd() {
    const counts = { ...noCounts(), failed: this.outside };
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      const name = test.titlePath().filter(Boolean).join(' > ');
      if (outcome === 'skipped') {
        const skip = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
        counts.skipped.push({ name, reason: skip?.description });
      } else if (outcome === 'unexpected')
        counts.failed.push({ name, message: test.results.at(-1)?.error?.message });
      else counts.passed++;
    }
    writeFileSync(process.env.LOCKSCOPE_COUNTS, JSON.stringify(counts));
  }

  printsToStdio() {
    return false;
  }
}
