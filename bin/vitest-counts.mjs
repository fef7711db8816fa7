/** Vitest reporter: writes the counts of a run to the file named by LOCKSCOPE_COUNTS. */
import { writeFileSync } from 'node:fs';
import { noCounts } from './test-counts.mjs';

export default class VitestCounts {
  onTestRunEnd(modules) {
    const counts = noCounts();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (state === 'passed') counts.passed++;
        else if (state === 'failed') counts.failed++;
        else counts.skipped.push({ name, reason: note });
      }
      if (module.state() === 'failed' && module.children.size === 0) counts.failed++;
    }
    writeFileSync(process.env.LOCKSCOPE_COUNTS, JSON.stringify(counts));
  }
}
