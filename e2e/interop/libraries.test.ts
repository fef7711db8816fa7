import { afterAll, beforeAll, describe, test } from 'vitest';
import { CHECKS, newPlay, type Play } from './libraries/checks';
import { COLUMNS, type Column, type Verdict } from './libraries/columns';
import { contenders } from './libraries/contenders';
import { createRecorder, idOf } from './libraries/matrix';
import { openStage, type Stage } from './libraries/stage';

/** Real libraries in processes of their own, and a real console that reads, frees and extends what they hold. */
let stage: Stage;
const recorder = createRecorder();

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage?.close();
  recorder.write(contenders);
});

const named = contenders.map((contender) => [idOf(contender), contender] as const);
describe.each(named)('%s', { concurrent: true, timeout: 60_000 }, (name, contender) => {
  test.for(COLUMNS)('%s', async (column) => {
    const play = await newPlay(stage, contender);
    const outcome = await CHECKS[column](play).catch((error: Error) => error);
    const verdict = verdictOf(outcome, play, column);
    recorder.add(contender, play.version, column, verdict);
    if (verdict.is !== 'yes') console.log(`${name}, ${column}: ${verdict.why}`);
    const yet = contender.yet[column];
    if (outcome instanceof Error && !yet?.fails.test(outcome.message)) throw outcome;
    if (!(outcome instanceof Error) && yet?.sometimes === false)
      throw new Error(`it works now, and the table of contenders says that it does not: ${yet.why}`);
  });
});

function verdictOf(outcome: Verdict | Error, { contender, name }: Play, column: Column): Verdict {
  const yet = contender.yet[column];
  if (yet) return { is: 'no', why: yet.why };
  return outcome instanceof Error ? { is: 'no', why: whyOf(outcome, name) } : outcome;
}

/** The first line of a failure, without what differs from run to run. */
function whyOf({ message }: Error, name: string): string {
  const [line = ''] = message.split('\n');
  return line
    .replaceAll(name, '…')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{32}\b/g, '…')
    .slice(0, 160);
}
