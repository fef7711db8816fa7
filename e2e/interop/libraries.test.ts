import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hitsOf } from '../../lib/collector/census';
import { libraryScripts } from '../../lib/formats/library-scripts';
import { CHECKS, newPlay, type Play } from './libraries/checks';
import { COLUMNS, type Verdict } from './libraries/columns';
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
    const verdict = verdictOf(outcome, play);
    recorder.add(contender, play.version, column, verdict);
    if (verdict.is !== 'yes') console.log(`${name}, ${column}: ${verdict.why}`);
    if (outcome instanceof Error) throw outcome;
  });
});

test('scripts of every library that ran are on the server by the hashes that the census knows', async () => {
  const hashes = libraryScripts.flatMap(({ sha1s }) => sha1s);
  const there = (await stage.redis.script('EXISTS', ...hashes)) as number[];
  const hits = hitsOf(new Set(hashes.filter((_, i) => there[i] === 1)));
  const found = new Map(hits.map(({ library, versions }) => [library, versions]));
  for (const { library, version } of libraryScripts) expect(found.get(library), library).toContain(version);
});

function verdictOf(outcome: Verdict | Error, { name }: Play): Verdict {
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
