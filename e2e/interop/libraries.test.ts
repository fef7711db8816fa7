import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraryScripts } from '../../lib/formats/core/library-scripts';
import { CHECKS, newPlay, type Play } from './libraries/checks';
import { COLUMNS, type Verdict } from './libraries/columns';
import { contenders } from './libraries/contenders';
import { createRecorder, idOf } from './libraries/matrix';
import { openStage, type Stage } from './libraries/stage';

const LEASE_MS = 60_000;
/** Some scripts of these are for what nothing here has them do: of each version one at least must be there, of others all. */
const SEND_MORE = new Set([
  'Bull',
  'BullMQ',
  'python-redis-lock',
  'redis-py Lock',
  'redis-semaphore',
  'Redisson',
]);

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

test('the census knows scripts that the libraries of its versions sent', { timeout: 60_000 }, async () => {
  const ones = contenders.filter(({ place, leased }) => place === 'standalone' && leased);
  await Promise.all(ones.map(async (contender) => extendedOnce(await newPlay(stage, contender))));
  const hashes = libraryScripts.flatMap(({ sha1s }) => sha1s);
  const there = (await stage.redis.script('EXISTS', ...hashes)) as number[];
  const sent = new Set(hashes.filter((_, i) => there[i] === 1));
  for (const { library, version, sha1s } of libraryScripts) {
    const found = sha1s.filter((sha1) => sent.has(sha1));
    if (SEND_MORE.has(library)) expect(found, `${library} ${version}`).not.toEqual([]);
    else expect(found, `${library} ${version}`).toEqual(sha1s);
  }
});

/** What the columns do not ask of every library. All of them at once keep the machine busy: each may take its time. */
async function extendedOnce({ contender, asked, first }: Play): Promise<void> {
  const held = await first.acquire(contender.kind, asked, { leaseMs: LEASE_MS, waitMs: 30_000 });
  await held.extend(LEASE_MS).catch(() => {}); // some cannot
  await held.release();
}

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
