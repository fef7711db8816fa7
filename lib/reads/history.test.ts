import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startRuntime } from '../../e2e/support/a-runtime';
import { closing } from '../../e2e/support/closing';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { annotate } from '../actions/annotations';
import { AnnotationRequest } from '../contract/annotations';
import { Blockers } from '../contract/history/blockers';
import { FamilyReport } from '../contract/history/family-report';
import { HandoverPack } from '../contract/history/handover';
import { DebtSeries, HistorySeries, HistoryStatus, HorizonSeries, Marks } from '../contract/history/history';
import {
  blockersQuery,
  debtQuery,
  familyReportQuery,
  handoverQuery,
  horizonQuery,
  ledgerQuery,
  marksQuery,
  momentQuery,
  seriesQuery,
  timelineQuery,
} from '../contract/history/history-queries';
import { Ledger } from '../contract/history/ledger';
import { PastLockAnswer, PastMoment, Timeline } from '../contract/history/past';
import { ALL_GRANTS } from '../domain/access/grants';
import { momentOfText } from '../domain/values/moment-text';
import { openArchive } from '../history/archive/open-archive';
import { openApiDocument } from '../server/http/openapi';
import * as history from './history';

const { opened } = closing();
const caller = callerAt('127.0.0.1', 'ann');

test('a console that watched a hold tells of it in every answer, as the OpenAPI document says', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const runtime = opened(await startRuntime(server.url, { LOCKSCOPE_HISTORY_URL: 'memory:' }));
  await redis.set('order:7:lock', randomUUID(), 'PX', 60_000);
  const lock = 'test.0.order:7:lock';
  const timeline = () => history.timelineAnswer(runtime, timelineQuery.parse({ lock }));
  await until('the hold is kept', async () => {
    const { spans } = Timeline.parse(await timeline());
    return spans.some(({ toMs }) => toMs === null);
  });
  await redis.del('order:7:lock');
  await until('its end is kept', async () => {
    const { spans } = Timeline.parse(await timeline());
    return spans.some(({ toMs }) => toMs !== null);
  });
  const { mark } = await annotate(runtime, { kind: 'deploy', title: 'v2', target: 'test' }, caller);
  expect(mark).toMatchObject({ kind: 'deploy', title: 'v2', values: { actor: 'ann' } });
  expect((await runtime.history.audit({ limit: 1 }))[0]).toMatchObject({
    action: 'annotate',
    outcome: 'noted',
  });

  const series = () => history.seriesAnswer(runtime, seriesQuery.parse({ lock }));
  await until(
    'its figures are kept, once their ten seconds are over',
    async () => HistorySeries.parse(await series()).total.releases === 1,
    40_000,
  );
  const marks = await history.marksAnswer(runtime, marksQuery.parse({ kinds: 'deploy' }));
  expect(Marks.parse(marks).marks.map(({ title }) => title)).toEqual(['v2']);
  DebtSeries.parse(await history.debtAnswer(runtime, debtQuery.parse({})));
  const report = FamilyReport.parse(await history.familyReportAnswer(runtime, familyReportQuery.parse({})));
  expect(report.rows).toMatchObject([{ family: 'order:*:lock', gap: 'uncounted', locks: 0 }]);
  Blockers.parse(await history.blockersAnswer(runtime, blockersQuery.parse({ lock })));
  HorizonSeries.parse(await history.horizonAnswer(runtime, horizonQuery.parse({})));
  Ledger.parse(await history.ledgerAnswer(runtime, ledgerQuery.parse({})));
  HandoverPack.parse(await history.handoverAnswer(runtime, handoverQuery.parse({ lock })));
  const status = HistoryStatus.parse(await history.statusAnswer(runtime, []));
  expect(status).toMatchObject({ kind: 'memory', problem: null });
  const { spans } = Timeline.parse(await timeline());
  const at = String((spans[0]?.toMs ?? 0) - 1);
  const moment = await history.momentAnswer(runtime, momentQuery.parse({ at, graph: '1' }));
  expect(PastMoment.parse(moment).locks.map(({ id }) => id)).toEqual([lock]);
  const one = await history.pastLockAnswer(runtime, lock, Number(at));
  expect(PastLockAnswer.parse(one)).toMatchObject({ watched: true, lock: { state: 'held' } });
  const csv = await history.timelineAnswer(runtime, timelineQuery.parse({ lock, format: 'csv' }));
  expect((csv as Response).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await (csv as Response).text()).trimEnd().split('\r\n');
  expect([lines.length, lines[1]?.startsWith(`${lock},order:7:lock,`)]).toEqual([2, true]);
});

test('a history that cannot be read is said with its reason, and no answer is made up', async () => {
  const archive = opened(openArchive({ url: 'file:/dev/null/history.db' }));
  const runtime = {
    archive,
    now: Date.now,
    all: () => [],
    locks: () => [],
    grants: ALL_GRANTS,
    among: null,
    shown: <T>(answer: T) => answer,
  };
  const failure = await history.seriesAnswer(runtime, seriesQuery.parse({})).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'history-unavailable', message: archive.problem()?.message });
  expect(archive.problem()?.message).toMatch(/history\.db/);
  const writer = {
    status: () => ({ queued: 0, dropped: { spans: 0, waits: 0, events: 0, rollups: 0 } }),
  };
  const status = await history.statusAnswer({ archive, writer }, []);
  expect(HistoryStatus.parse(status).problem).not.toBeNull();
});

describe('a question that cannot be answered names its field', () => {
  const wrongs: [object, string][] = [
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-01-31T02:14:00' }, 'to'],
    [{ from: '10', to: '10' }, 'from'],
    [{ from: '0', to: '100000000000' }, 'from'],
    [{ lock: 'nonsense' }, 'lock'],
    [{ lock: 'a.0.x', family: 'x' }, 'family'],
    [{ lock: 'a.0.x', target: 'b' }, 'lock'],
  ];
  test.each(wrongs)('%j', (query, field) => {
    const { error } = seriesQuery.safeParse(query);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  test('a mark has a title, a kind and a place on the web', () => {
    const wrong = (body: object) =>
      AnnotationRequest.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
    expect(wrong({ kind: 'deploy', title: ' ' })).toEqual(['title']);
    expect(wrong({ kind: 'party', title: 'x' })).toEqual(['kind']);
    expect(wrong({ kind: 'note', title: 'x', url: 'javascript:alert(1)' })).toEqual(['url']);
    expect(wrong({ kind: 'note', title: 'x', url: 'https://ci.example/7' })).toBeUndefined();
  });

  test('times are epoch ms or ISO 8601 with a zone', () => {
    expect(momentOfText('1700000000000')).toBe(1_700_000_000_000);
    expect(momentOfText('2026-01-31T02:14:00Z')).toBe(Date.UTC(2026, 0, 31, 2, 14));
    expect(momentOfText('2026-01-31T02:14:00.5+02:00')).toBe(Date.UTC(2026, 0, 31, 0, 14, 0, 500));
    expect(momentOfText('2026-13-01T00:00:00Z')).toBeNull();
  });
});

test('the OpenAPI document has every route with its question', () => {
  const { paths, components } = openApiDocument() as {
    paths: Record<string, { get?: { parameters: { name: string }[] } }>;
    components: { schemas: Record<string, unknown> };
  };
  const names = [
    'series',
    'debt',
    'horizon',
    'timeline',
    'marks',
    'ledger',
    'what-if',
    'handover',
    'moment',
    'moment/{id}',
    'status',
  ];
  for (const name of names) expect(paths[`/api/history/${name}`]?.get, name).toBeDefined();
  expect(paths['/api/annotations']).toHaveProperty('post');
  const asked = paths['/api/history/series']?.get?.parameters.map(({ name }) => name);
  expect(asked).toEqual(['target', 'family', 'lock', 'from', 'to', 'format']);
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['HistorySeries', 'Timeline', 'PastMoment', 'HandoverPack', 'AnnotationRequest']),
  );
});
