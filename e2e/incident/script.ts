import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { RedisServer } from '../support/redis-server';
import { type Hold, takeForeign } from './actors';
import { Chronicle } from './chronicle';
import { lateRelease, lateRenewal } from './lapses';
import { failPower } from './restart';
import { KEYS, LONG_MS, SHORT_MS, type Stage, seenHolder, startHolder } from './stage';
import type { Truth } from './truth';
import { holdAgainAndAgain, queueBehindTheDead, takeTurns } from './turns';

const AWAY_MS = 4_000;
/** A part of the script takes some 20 s; one that hangs is named. */
const PART_LIMIT_MS = 90_000;

/**
 * The incident: two leases lapse in the hands of stopped processes, of which one renews late and one releases late; a killed
 * holder keeps a queue waiting until its lock is force-released through the console at `url`; the power fails, and one lock
 * was not on the disk yet. Gives what really happened, as the actors know it. Takes some 30 s, longer on a busy machine.
 */
export async function playIncident(server: RedisServer, url: string): Promise<Truth> {
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  redis.on('error', () => {}); // ioredis connects again
  const chronicle = new Chronicle();
  const [killed, stopped, blind] = await Promise.all([
    startHolder(server.url, KEYS.ledger, 'watched', LONG_MS),
    startHolder(server.url, KEYS.payout, 'fixed', SHORT_MS),
    startHolder(server.url, KEYS.report, 'blind', SHORT_MS),
  ]);
  const stage: Stage = { server, url, redis, chronicle, actors: [], killed, stopped, blind };
  try {
    const fromMs = Date.now();
    const backup = await takeForeign(redis, KEYS.backup, 4 * LONG_MS, chronicle);
    const [endTurns, endQueue] = await Promise.all([
      inTime('turns', takeTurns(stage)),
      inTime('the queue behind a dead holder', queueBehindTheDead(stage)),
      inTime('the late release', lateRelease(stage)),
      inTime('the late renewal', lateRenewal(stage)),
      inTime('short holds', holdAgainAndAgain(stage)),
    ]);
    let unsynced: Hold | null = null;
    const outage = await failPower(server, redis, AWAY_MS, async () => {
      unsynced = await takeForeign(redis, KEYS.unsynced, 2 * LONG_MS, chronicle);
      await seenHolder(stage, KEYS.unsynced, unsynced.token);
      await pause(1_000);
    });
    chronicle.ended(KEYS.unsynced, (unsynced as unknown as Hold).token, outage.killed, 'lost');
    await seenHolder(stage, KEYS.backup, backup.token);
    await pause(3_000);
    await inTime('the last releases', Promise.all([endTurns(), endQueue(), backup.release()]));
    await pause(500);
    return { fromMs, toMs: Date.now(), ...outage, ...chronicle.settle() };
  } finally {
    await Promise.all(stage.actors.map((actor) => actor.close()));
    redis.disconnect();
  }
}

async function inTime<T>(part: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${part} took over ${PART_LIMIT_MS} ms`)), PART_LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
