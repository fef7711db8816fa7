import type { Finding } from '../../contract/finding';
import type { NodeStatus } from '../../contract/nodes';
import { silentNode } from '../../findings/node-silent';
import type { EventWrite } from '../database/batch';
import type { FindingChanges } from './finding-changes';

type Seen = {
  runId: string | null;
  role: string | null;
  findings: readonly Finding[];
  /** Since when it gives no answer. */
  silentSinceMs: number | null;
  gapUntilMs: number | null;
};

/**
 * What happens to the servers of a target: restarts, failovers, times in which they gave no answer or told no changes. Such
 * a time is told when it is over, with its beginning.
 */
export class Servers {
  readonly #seen = new Map<string, Seen>();
  readonly #findings: FindingChanges;

  constructor(findings: FindingChanges) {
    this.#findings = findings;
  }

  look(statuses: readonly NodeStatus[], nowMs: number): EventWrite[] {
    const events = statuses.flatMap((status) => this.#one(status, nowMs));
    for (const [node, { findings }] of this.#seen) {
      if (statuses.some((status) => status.node === node)) continue;
      this.#findings.compare({ lock: null, node, key: null }, findings, [], nowMs);
      this.#seen.delete(node);
    }
    return events;
  }

  #one(status: NodeStatus, nowMs: number): EventWrite[] {
    const { node, state, lastAnswerAtMs, eventsGap, health } = status;
    const known = this.#seen.get(node);
    const isSilent = state === 'down' || state === 'stale';
    const silentSinceMs = isSilent ? (known?.silentSinceMs ?? lastAnswerAtMs ?? nowMs) : null;
    const next: Seen = {
      runId: status.runId ?? known?.runId ?? null,
      role: health?.replication.role ?? known?.role ?? null,
      findings: isSilent ? [...status.findings, silentNode(silentSinceMs, nowMs, nowMs)] : status.findings,
      silentSinceMs,
      gapUntilMs: eventsGap?.untilMs ?? known?.gapUntilMs ?? null,
    };
    this.#seen.set(node, next);
    this.#findings.compare({ lock: null, node, key: null }, known?.findings ?? [], next.findings, nowMs);
    const event = (kind: string, atMs: number, values: EventWrite['values']): EventWrite => {
      return { atMs, lock: null, node, kind, by: 'read', holder: null, values };
    };
    const events: EventWrite[] = [];
    const promoted = newOne(known?.findings, next.findings, 'promoted');
    const from = promoted?.evidence.find(({ code }) => code === 'promoted-from')?.values ?? {};
    if (promoted) events.push(event('failover', Math.min(nowMs, promoted.sinceMs), { ...from, to: node }));
    if (!known) return events;
    if (known.runId !== null && next.runId !== known.runId && !promoted)
      events.push(event('restart', known.silentSinceMs ?? nowMs, {}));
    if (known.role !== null && next.role !== known.role && !promoted)
      events.push(event('failover', nowMs, { from: known.role, to: next.role ?? '' }));
    if (known.silentSinceMs !== null && silentSinceMs === null)
      events.push(event('unwatched', nowMs, unwatched('answers', known.silentSinceMs, nowMs)));
    if (eventsGap && eventsGap.untilMs !== null && eventsGap.untilMs !== known.gapUntilMs)
      events.push(
        event('unwatched', eventsGap.untilMs, unwatched('events', eventsGap.sinceMs, eventsGap.untilMs)),
      );
    return events;
  }
}

function newOne(
  before: readonly Finding[] | undefined,
  after: readonly Finding[],
  code: string,
): Finding | null {
  if (before?.some((each) => each.code === code)) return null;
  return after.find((each) => each.code === code) ?? null;
}

function unwatched(what: 'answers' | 'events', sinceMs: number, untilMs: number): EventWrite['values'] {
  return { what, sinceMs, ms: Math.max(0, untilMs - sinceMs) };
}
