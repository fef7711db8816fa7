import type { Finding } from '../contract/finding';
import { neverAnsweredEvidence, silentEvidence } from '../domain/holders/evidence';

/** A node that does not answer; `lastAnswerAtMs` null = it has not answered since the console started. */
export function silentNode(lastAnswerAtMs: number | null, startedAtMs: number, nowMs: number): Finding {
  const evidence =
    lastAnswerAtMs === null
      ? neverAnsweredEvidence(startedAtMs, nowMs)
      : silentEvidence(lastAnswerAtMs, nowMs);
  const sinceMs = lastAnswerAtMs ?? startedAtMs;
  return { code: 'node-silent', severity: 'at-risk', sinceMs, evidence: [evidence] };
}

/** The same for each lock of the node, as information: the finding itself belongs to the node. */
export function onSilentNode(sinceMs: number, nowMs: number): Finding {
  return { code: 'node-silent', severity: 'info', sinceMs, evidence: [silentEvidence(sinceMs, nowMs)] };
}
