import { call } from '../../lib/api/http';
import type { AnswerOf } from '../../lib/contract/endpoint-types';
import type { Incident } from './fixture';

/** The lock of a key, as the API names it. */
export function idOf(key: string): string {
  return `test.0.${key}`;
}

type OfRange = `GET /api/history/${'series' | 'timeline' | 'ledger' | 'marks' | 'debt'}`;
type Of = { lock?: string; family?: string };

function ask<K extends OfRange>(key: K, { url, range }: Incident, of: Of = {}) {
  const query = { from: range.fromMs, to: range.toMs, ...of };
  return call<OfRange>(key, { base: url, query }) as Promise<AnswerOf<K>>;
}

/** Figures of the incident: of everything, of a lock, or of a family. */
export const askSeries = (incident: Incident, { key, family }: { key?: string; family?: string } = {}) =>
  ask('GET /api/history/series', incident, key === undefined ? { family } : { lock: idOf(key) });
export const askTimeline = (incident: Incident, key: string) =>
  ask('GET /api/history/timeline', incident, { lock: idOf(key) });
export const askLedger = (incident: Incident) => ask('GET /api/history/ledger', incident);
export const askMarks = (incident: Incident) => ask('GET /api/history/marks', incident);
export const askDebt = (incident: Incident) => ask('GET /api/history/debt', incident);
export const askMoment = ({ url }: Incident, atMs: number) =>
  call('GET /api/history/moment', { base: url, query: { at: Math.round(atMs), limit: 100 } });
