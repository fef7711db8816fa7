import { fetchJson } from '../../lib/api/http';
import type { HistorySeries, Marks, PastMoment, Timeline } from '../../lib/domain/history';
import type { Ledger } from '../../lib/domain/ledger';
import type { Incident } from './fixture';

/** The lock of a key, as the API names it. */
export function idOf(key: string): string {
  return `test.0.${key}`;
}

function ask<Answer>({ url, range }: Incident, name: string, more = ''): Promise<Answer> {
  return fetchJson<Answer>(`${url}/api/history/${name}?from=${range.fromMs}&to=${range.toMs}${more}`);
}

const ofLock = (key: string) => `&lock=${encodeURIComponent(idOf(key))}`;

/** Figures of the incident: of everything, of a lock, or of a family. */
export const askSeries = (incident: Incident, of: { key?: string; family?: string } = {}) =>
  ask<HistorySeries>(
    incident,
    'series',
    of.key !== undefined ? ofLock(of.key) : of.family ? `&family=${encodeURIComponent(of.family)}` : '',
  );
export const askTimeline = (incident: Incident, key: string) =>
  ask<Timeline>(incident, 'timeline', ofLock(key));
export const askLedger = (incident: Incident) => ask<Ledger>(incident, 'ledger');
export const askMarks = (incident: Incident) => ask<Marks>(incident, 'marks');
export const askMoment = ({ url }: Incident, atMs: number) =>
  fetchJson<PastMoment>(`${url}/api/history/moment?at=${Math.round(atMs)}&limit=100`);
