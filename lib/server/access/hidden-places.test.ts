import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { type Asked, textAs } from '../../../e2e/support/ask-as';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import type { Grant } from '../../contract/access/sessions';
import type { EndpointKey } from '../../contract/endpoint-types';
import type { HistoryStatus } from '../../contract/history/history';
import { endpointPath } from '../../contract/request';
import type { SilencesAnswer } from '../../contract/silences';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { PEER } from '../front/peer';
import { answered } from '../http/answered';
import type { Runtime } from '../runtime/types';
import { hiddenPlaces, withoutHiddenPlaces } from './hidden-places';

let server: RedisServer;
let folder: string;
let data: string;
let runtime: Runtime;
beforeAll(async () => {
  server = await startRedisServer();
  folder = await mkdtemp(join(tmpdir(), 'lockscope-places-'));
  data = join(folder, 'data');
  const file = join(folder, 'lockscope.config.json');
  const targets = [{ name: 'own', url: server.url }];
  await writeFile(file, JSON.stringify({ signIn: { local: true }, targets, dataDir: 'data' }));
  const env = { LOCKSCOPE_CONFIG: file, LOCKSCOPE_HISTORY_URL: `file:${join(data, 'history.db')}` };
  runtime = await startRuntime(env);
});
afterAll(async () => {
  await runtime.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const VIEW: Grant[] = [{ rights: ['view', 'audit', 'silence', 'release'], targets: ['*'], keys: ['*'] }];
const ADMIN: Grant[] = [{ rights: ['admin'], targets: ['*'], keys: ['*'] }];

async function ask(grants: Grant[], key: EndpointKey, asked?: Asked): Promise<string> {
  const expiresMs = runtime.now() + 3_600_000;
  const { token } = await runtime.access.accounts.addToken({ name: 't', account: 't', grants, expiresMs });
  return textAs(runtime, token, key, asked);
}

describe('where the console keeps what it has', () => {
  test('is for whoever may see the settings, and the kind and state of it for all', async () => {
    const admin = JSON.parse(await ask(ADMIN, 'GET /api/history/status')) as HistoryStatus;
    expect(admin).toMatchObject({ kind: 'sqlite', place: join(data, 'history.db') });
    const text = await ask(VIEW, 'GET /api/history/status');
    expect(JSON.parse(text)).toMatchObject({ kind: 'sqlite', place: null, problem: null, queued: 0 });
    expect(text).not.toContain(folder);
  });

  test('is in no note about silences and no error for anybody else', async () => {
    await rm(join(data, 'silences.json'), { force: true });
    await writeFile(join(data, 'silences.json'), 'no JSON');
    await until('the file was looked at', () => runtime.silences.notes().length > 0);
    const of = JSON.parse(await ask(ADMIN, 'GET /api/silences')) as SilencesAnswer;
    expect(of.notes).toMatchObject([{ code: 'corrupt', path: join(data, 'silences.json') }]);
    const text = await ask(VIEW, 'GET /api/silences');
    expect(text).not.toContain(folder);
    expect(JSON.parse(text).notes).toMatchObject([
      {
        code: 'corrupt',
        path: 'the data folder/silences.json',
        movedTo: expect.stringContaining('corrupt-'),
      },
    ]);
  });

  test('an error keeps its code, its facts and its sense', () => {
    const message = `${join(data, 'history.db')}: the disk is full`;
    const details = { place: join(data, 'history.db'), sinceMs: 7, more: [{ path: join(data, 'x') }] };
    const error = new ConsoleError('history-unavailable', message, details);
    expect(withoutHiddenPlaces(error, { config: runtime.config, grants: VIEW })).toMatchObject({
      ...{ code: 'history-unavailable', message: 'the history: the disk is full' },
      details: { place: 'the history', sinceMs: 7, more: [{ path: 'the data folder/x' }] },
      cause: error,
    });
    expect(withoutHiddenPlaces(error, { config: runtime.config, grants: ADMIN })).toBe(error);
    for (const other of [new Error(message), new ConsoleError('changed', message, details)])
      expect(withoutHiddenPlaces(other, { config: runtime.config, grants: VIEW })).toBe(other);
  });

  test('is hidden of PostgreSQL as well, and of a history in memory there is nothing to hide', () => {
    const config = {
      ...runtime.config,
      dataDir: null,
      audit: { file: '/srv/x/direct-audit.jsonl', stdout: false },
    };
    const texts = (url: string) =>
      hiddenPlaces({ config: { ...config, history: { ...config.history, url } }, grants: [] }).map(
        (each) => each.text,
      );
    expect(texts('postgres://u:p@db.internal:5433/locks')).toEqual(['db.internal:5433/locks', '/srv/x']);
    expect(texts('memory:')).toEqual(['/srv/x']);
  });
});

test('while the history is away only an administrator reads where it is, and a stranger does not', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lockscope-places-'));
  const file = join(home, 'lockscope.config.json');
  const proxy = { userHeader: 'x-user', groupsHeader: 'x-groups', from: ['10.9.0.7'] };
  const targets = [{ name: 'own', url: server.url }];
  await writeFile(file, JSON.stringify({ signIn: { local: true, proxy }, targets, dataDir: 'data' }));
  const place = join(home, 'history.db');
  await mkdir(place); // no database can be there
  const away = await startRuntime({ LOCKSCOPE_CONFIG: file, LOCKSCOPE_HISTORY_URL: `file:${place}` });
  try {
    const ask = async (key: EndpointKey, headers: Record<string, string>) => {
      const request = new Request(`http://console${endpointPath(key, { query: {} } as never)}`, { headers });
      const asked = answered(away, key, request, '').then((response) => response.text());
      return asked.catch((error: unknown) => {
        if (!isConsoleError(error)) throw error;
        return JSON.stringify({ code: error.code, message: error.message, details: error.details });
      });
    };
    const as = (groups: string) => ({ 'x-user': 'mk', 'x-groups': groups, [PEER]: '10.9.0.7' });
    const unknown = { authorization: 'Bearer lsk_of-nobody-who-can-be-looked-up' };
    for (const headers of [as('oncall'), unknown])
      for (const key of ['GET /api/history/series', 'GET /api/history/marks'] as const) {
        const text = await ask(key, headers);
        expect([key, text.includes(home)]).toEqual([key, false]);
        expect(JSON.parse(text)).toMatchObject({
          code: 'history-unavailable',
          message: expect.stringMatching(/^the history: /),
        });
      }
    expect(await ask('GET /api/history/series', as('admin'))).toContain(place);
    const status = await ask('GET /api/history/status', as('oncall'));
    expect(status).not.toContain(home);
    expect(JSON.parse(status)).toMatchObject({
      ...{ kind: 'sqlite', place: null, problem: { message: expect.stringMatching(/^the history: /) } },
    });
  } finally {
    await away.close();
    await rm(home, { recursive: true, force: true });
  }
});
