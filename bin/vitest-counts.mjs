/** Vitest reporter: writes the counts of a run to the file named by LOCKSCOPE_COUNTS. */
import { writeFileSync } from 'node:fs';
import { noCounts } from './test-counts.mjs';

export default class VitestCounts {
  onTestRunEnd(modules, unhandled) {
    const counts = noCounts();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (state === 'passed') counts.passed++;
        else if (state === 'failed') counts.failed.push({ name, message: errors[0]?.message });
        else counts.skipped.push({ name, reason: note });
      }
      // A file that does not load, a hook that throws: no test of theirs has failed.
      for (const each of [module, ...module.children.allSuites()])
        for (const { message } of each.errors())
          counts.failed.push({ name: module.relativeModuleId, message });
    }
    for (const { message, stack } of unhandled)
      counts.failed.push({ name: 'outside of any test', message: stack ?? message });
    writeFileSync(process.env.LOCKSCOPE_COUNTS, JSON.stringify(counts));
  }
}
