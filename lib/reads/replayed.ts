import { setImmediate as turn } from 'node:timers/promises';
import type { HistoryScope } from '../contract/history/history-queries';
import type { WhatIf, WhatIfChange } from '../contract/history/what-if';
import type { Db } from '../history/database/multi-row';
import { recordedDemand } from '../history/queries/recorded-demand';
import { askedOf } from '../history/queries/scope';
import { whatIf } from '../insights/what-if/what-if';

type Question = { scope: HistoryScope; fromMs: number; toMs: number; change: WhatIfChange; seed: number };

/** What a change would have done, from replays between which the event loop does other work. */
export async function replayed(
  db: Db,
  { scope, fromMs, toMs, change, seed }: Question,
  nowMs: number,
): Promise<WhatIf> {
  const recorded = await recordedDemand(db, { scope, fromMs, toMs }, nowMs);
  const of = { scope: askedOf(scope), fromMs: recorded.fromMs, toMs: recorded.toMs, nowMs };
  const replays = whatIf(recorded, change, seed);
  for (;;) {
    const { done, value } = replays.next();
    if (done) return { ...of, ...value };
    await turn();
  }
}
