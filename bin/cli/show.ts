import type { Holder } from '../../lib/contract/holder';
import type { Lock } from '../../lib/contract/lock';
import { isShared } from '../../lib/domain/holders/holders-summary';
import { appName, hostName, recordIdOf } from '../../lib/domain/holders/lock-holder';
import type { LockId } from '../../lib/domain/keys/lock-id';
import type { ConsoleClient } from './console-client';
import { facts, type Output } from './output';
import { voteFacts } from './vote-words';
import {
  countWords,
  durationWords,
  heartbeatWords,
  leftWords,
  modeWords,
  permitWords,
  quarantineWords,
  verdictWords,
  waitingWords,
} from './words';

/** `lockscope show`: one lock, read from Redis now. */
export async function showLock(
  console: ConsoleClient,
  id: LockId,
  json: boolean,
  out: Output,
): Promise<void> {
  const detail = await console.call('GET /api/locks/{id}', { id });
  if (json) return out.line(JSON.stringify(detail, null, 2));
  const { lock, nowMs } = detail;
  const pairs: [string, string][] = [
    ['key', lock.key.text],
    ['target', `${lock.target}, db ${lock.db}, node ${lock.node}`],
    ['state', lock.state],
    ['format', `${lock.format.library} (${lock.format.confidence})`],
    ['TTL', leftWords(lock.ttlMs, lock.known.atMs, nowMs)],
    ['waiters', waiterWords(lock)],
  ];
  pairs.push(...voteFacts(lock, nowMs));
  const permits = permitWords(lock);
  if (permits) pairs.push(['permits', permits]);
  if (lock.fencingToken !== null) pairs.push(['fencing token', lock.fencingToken]);
  const count = lock.holders.length;
  if (count === 0) pairs.push(['holder', permits ? 'nobody that is known' : 'nobody']);
  for (const [i, holder] of lock.holders.entries()) {
    pairs.push([count > 1 ? `holder ${i + 1} of ${count}` : 'holder', holder.label ?? holder.token.text]);
    if (holder.label) pairs.push(['token', holder.token.text]);
    const digest = detail.holderDigests[i];
    if (digest) pairs.push(['digest', `sha256:${digest}`]);
    if (holder.mode !== 'exclusive') pairs.push(['mode', modeWords(holder.mode)]);
    if (isShared(lock)) pairs.push(['own TTL', ownTtlWords(holder, lock.known.atMs, nowMs)]);
    pairs.push(['hold count', countWords(holder.holdCount)], ['holder is', verdictWords(holder)]);
    if (holder.quarantine) pairs.push(['quarantine', inQuarantine(lock, holder.quarantine)]);
    pairs.push(...processFacts(holder, nowMs));
    if (holder.since) {
      const held = durationWords(nowMs - holder.since.atMs);
      pairs.push(['held for', holder.since.atLeast ? `at least ${held}` : held]);
    }
  }
  for (const finding of lock.findings) pairs.push(['finding', `${finding.code} (${finding.severity})`]);
  pairs.push(['known by', `${lock.confirmed.by}, ${durationWords(nowMs - lock.confirmed.atMs)} ago`]);
  out.line(facts(pairs));
}

/** By whom, until when, and what follows. */
function inQuarantine({ expiresAtMs }: Lock, quarantine: NonNullable<Holder['quarantine']>): string {
  const ends =
    typeof expiresAtMs === 'number'
      ? `, expires at ${new Date(expiresAtMs).toISOString()} at the latest`
      : '';
  const follows = 'nobody can acquire it, and its former holder cannot renew or release it';
  return `${quarantineWords(quarantine)}${ends}: ${follows}`;
}

/** A holder whose own lease ended has the lock only because others keep it. */
function ownTtlWords({ ttlMs }: Holder, readAtMs: number, nowMs: number): string {
  return ttlMs === 0 ? 'over' : leftWords(ttlMs, readAtMs, nowMs);
}

function waiterWords({ waiters, ghosts }: Lock): string {
  const count = waitingWords(waiters.count);
  return ghosts ? `${count}, and ${ghosts} in the queue that lost their turn` : count;
}

/** Who the holder is, as far as its token and its process tell. */
function processFacts(holder: Holder, nowMs: number): [string, string][] {
  const { process } = holder;
  if (!process) return [];
  const facts: [string, string | null][] = [
    ['application', appName(process)],
    ['process', hostName(process)],
    ['started', process.startMs === null ? null : new Date(process.startMs).toISOString()],
    ['heartbeat', heartbeatWords(holder, nowMs)],
    ['process id', recordIdOf(process)],
  ];
  return facts.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
}
