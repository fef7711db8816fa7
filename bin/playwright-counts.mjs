/** Playwright reporter: writes the counts of a run to the file named by LOCKSCOPE_COUNTS. */
import { writeFileSync } from 'node:fs';
import { noCounts } from './test-counts.mjs';

export default class PlaywrightCounts {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const counts = noCounts();
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      const name = test.titlePath().filter(Boolean).join(' > ');
      if (outcome === 'skipped') {
        const skip = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
        counts.skipped.push({ name, reason: skip?.description });
      } else if (outcome === 'unexpected') counts.failed++;
      else counts.passed++;
    }
    writeFileSync(process.env.LOCKSCOPE_COUNTS, JSON.stringify(counts));
  }

  printsToStdio() {
    return false;
  }
}
