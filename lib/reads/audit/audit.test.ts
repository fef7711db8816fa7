import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { ocsfProblems } from '../../../e2e/support/ocsf/ocsf-problems';
import {
  type AuditEntry,
  AuditExport,
  type AuditFilter,
  type AuditFormat,
  auditExportQuery,
  auditQuery,
} from '../../contract/audit';
import { matchesAudit } from '../../domain/actions/audit';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { createDurableAudit } from '../../server/record/durable-audit';
import { auditExport } from './audit-export';

const T = Date.UTC(2026, 9, 14, 12);
const entryOf = (nth: number, change: Partial<AuditEntry> = {}): Omit<AuditEntry, 'id'> => ({
  ...{ atMs: T + nth, actor: 'Ann Kim', action: 'release', target: 'shop', lockId: `shop.0.order:${nth}` },
  ...{ key: `order:${nth}`, holder: null, reason: 'stuck', outcome: 'released', details: { nth } },
  ...change,
});
const ENTRIES = [
  entryOf(1),
  entryOf(2, { actor: 'bo', action: 'extend', outcome: 'extended', reason: '=1+1, "later"\nthen' }),
  entryOf(3, {
    ...{ target: 'jobs', lockId: 'jobs.0.x', key: 'nightly_100%', holder: 'worker-7' },
    details: { nth: 3, note: '"ticket":"OPS-9"', ticket: 'INC-1234', code: 'zz-after' },
  }),
  entryOf(4, {
    ...{ actor: 'cy\\d', outcome: 'refused', lockId: null, key: '' },
    details: { ticket: 'https://t.example/INC_1234', nth: 4 },
  }),
];

/** A filter, and the numbers of the entries that it lets through. */
const CASES: [AuditFilter, number[]][] = [
  [{}, [4, 3, 2, 1]],
  [{ actor: 'ann' }, [3, 1]],
  [{ actor: 'Y\\D' }, [4]],
  [{ action: 'extend' }, [2]],
  [{ outcome: 'refused' }, [4]],
  [{ target: 'jobs' }, [3]],
  [{ lockId: 'shop.0.order:1' }, [1]],
  [{ q: 'ORDER:' }, [2, 1]],
  [{ q: '100%' }, [3]],
  [{ q: '1%0' }, []],
  [{ q: 'nightly_1' }, [3]],
  [{ q: 'nightly1' }, []],
  [{ q: 'worker' }, [3]],
  [{ q: 'LATER' }, [2]],
  [{ q: 'inc-1234' }, [3]],
  [{ q: 'inc_1234' }, [4]],
  [{ q: '1234' }, [4, 3]],
  [{ q: 'OPS-9' }, []],
  [{ q: 'zz-after' }, []],
  [{ q: 'ticket' }, []],
  [{ q: 'nth' }, []],
  [{ from: T + 2, to: T + 4 }, [3, 2]],
  [{ q: 'stuck', actor: 'ann', target: 'shop' }, [1]],
];
const READER = { by: { name: 'eve', via: 'token' }, address: '10.0.0.9', agent: 'curl/8' };
const now = () => T + 60_000;
const nthOf = ({ details }: AuditEntry) => details.nth;

onEveryDatabase((place) => {
  const { opened } = closing();

  async function archived(entries = ENTRIES): Promise<Archive> {
    const archive = opened(openArchive({ url: await place.url() }));
    for (const entry of entries) await archive.appendAudit(entry);
    return archive;
  }
  const exported = async (archive: Archive, filter: AuditFilter, format: AuditFormat, page = 2, limit = 9) =>
    (await auditExport({ archive, now }, { ...filter, format }, READER, { limit, page })).text();

  test('a filter lets the same entries through in the database and in memory', async () => {
    const archive = await archived();
    for (const [filter, expected] of CASES) {
      const found = await archive.audit({ ...filter, limit: 9 });
      expect(found.map(nthOf), JSON.stringify(filter)).toEqual(expected);
      const all = await archive.audit({ limit: 9 });
      expect(all.filter((entry) => matchesAudit(entry, filter))).toEqual(found);
    }
  });

  test.each([
    [{ among: ['jobs'] }, [3]],
    [{ among: ['jobs'], orBy: 'BO' }, [3, 2]],
    [{ among: [], orBy: 'cy\\d' }, [4]],
    [{ among: [], orBy: 'Ann' }, []],
    [{ among: [] }, []],
    [{ among: ['shop'], orBy: 'ann kim', target: 'jobs' }, [3]],
    [{ among: ['jobs'], orBy: 'bo', only: ({ outcome }: AuditEntry) => outcome === 'extended' }, [2]],
  ])('bounds let the same entries through in the database and in memory: %o', async (bounds, expected) => {
    const archive = await archived();
    const found = await archive.audit({ ...bounds, limit: 9 });
    expect(found.map(nthOf)).toEqual(expected);
    expect((await archive.audit({ limit: 9 })).filter((entry) => matchesAudit(entry, bounds))).toEqual(found);
  });

  test('a file has every matching entry, page by page, and says what its limit left out', async () => {
    const archive = await archived();
    for (const [filter, expected] of CASES)
      for (const page of [1, 2, 4, 9]) {
        const file = JSON.parse(await exported(archive, filter, 'json', page));
        expect([file.entries.map(nthOf), file.more, file.limit]).toEqual([expected, false, 9]);
      }
    for (const page of [1, 2, 3, 9]) {
      const cut = JSON.parse(await exported(archive, {}, 'json', page, 3));
      expect([cut.entries.map(nthOf), cut.more, cut.limit]).toEqual([[4, 3, 2], true, 3]);
    }
  });

  test('a table quotes what would break it, and no spreadsheet runs a cell', async () => {
    const archive = await archived();
    const [entry] = await archive.audit({ actor: 'bo', limit: 1 });
    const lines = (await exported(archive, { actor: 'bo' }, 'csv')).split('\r\n');
    expect(lines).toEqual([
      'id,at,actor,action,target,lockId,key,holder,reason,ticket,outcome,details,hash',
      `2,2026-10-14T12:00:00.002Z,bo,extend,shop,shop.0.order:2,order:2,,"'=1+1, ""later""\nthen",,extended,"{""nth"":2}",${entry?.hash}`,
      '',
    ]);
  });

  test('every file has the ticket of an entry', async () => {
    const archive = await archived();
    const [csv = ''] = (await exported(archive, { q: 'inc-1234' }, 'csv')).split('\r\n').slice(1);
    expect(csv).toMatch(/,stuck,INC-1234,released,/);
    const [line = ''] = (await exported(archive, { q: 'inc-1234' }, 'jsonl')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ details: { ticket: 'INC-1234' } });
    const [event = ''] = (await exported(archive, { q: 'inc-1234' }, 'ocsf')).split('\n');
    expect(ocsfProblems(JSON.parse(event))).toEqual([]);
    expect(JSON.parse(event)).toMatchObject({ metadata: { correlation_uid: 'INC-1234' } });
    const [none = ''] = (await exported(archive, { actor: 'bo' }, 'ocsf')).split('\n');
    expect(JSON.parse(none).metadata).not.toHaveProperty('correlation_uid');
  });

  test('details that somebody broke by hand are searched past', async () => {
    const archive = await archived();
    await archive.db.updateTable('audit').set({ details: 'broken "ticket":"INC-1234' }).execute();
    expect(await archive.audit({ q: 'zz', limit: 9 })).toEqual([]);
    expect(await archive.audit({ q: 'order:1', limit: 9 })).toHaveLength(1);
  });

  test('a file has the hash of each entry, and the head of the chain at its end', async () => {
    const archive = await archived();
    const entries = await archive.audit({ limit: 9 });
    const chain = await archive.auditHead();
    expect(chain?.hash).toBe(entries[0]?.hash);
    expect(AuditExport.parse(JSON.parse(await exported(archive, {}, 'json')))).toEqual({
      ...{ entries, more: false, limit: 9, chain },
    });
    for (const page of [1, 9]) {
      const text = await exported(archive, {}, 'jsonl', page);
      expect(text.endsWith('\n')).toBe(true);
      const lines = text.trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toEqual([...entries, { more: false, limit: 9, chain }]);
    }
    const none = await exported(archive, { actor: 'nobody' }, 'jsonl');
    expect(JSON.parse(none)).toEqual({ more: false, limit: 9, chain });
  });

  const OUTCOMES = [
    ...(['released', 'refused', 'unknown', 'partly-released', 'attempted', 'failed'] as const),
    ...(['partly-extended', 'partly-quarantined'] as const),
  ];

  test('as OCSF every line is an event of API Activity, the last one that the file was made', async () => {
    const archive = await archived(
      OUTCOMES.map((outcome, nth) =>
        entryOf(nth, {
          outcome,
          action: nth === 1 ? 'sign-in' : 'release',
          details: { address: nth === 2 ? 'unknown' : '10.8.3.14', actorIs: 'oidc', agent: 'Firefox', nth },
        }),
      ),
    );
    const entries = (await archive.audit({ limit: 9 })).reverse();
    const lines = (await exported(archive, {}, 'ocsf')).trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line));
    for (const event of events) expect(ocsfProblems(event)).toEqual([]);
    const made = events.pop();
    expect(made).toMatchObject({
      activity_id: 2,
      time: now(),
      actor: { user: { name: 'eve', type: 'token' } },
      src_endpoint: { ip: '10.0.0.9' },
      unmapped: { more: false, limit: 9, chain: await archive.auditHead() },
    });
    events.reverse();
    expect(events.map(({ status_id, severity_id }) => [status_id, severity_id])).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
      [99, 2],
      [0, 1],
      [2, 2],
      [99, 2],
      [99, 2],
    ]);
    expect(events.map(({ unmapped }) => unmapped.hash)).toEqual(entries.map(({ hash }) => hash));
    expect(events[0]).toMatchObject({
      activity_name: 'Delete',
      type_uid: 600_304,
      message: 'stuck',
      actor: { user: { name: 'Ann Kim', type: 'oidc', type_id: 99 } },
      api: { operation: 'release', service: { name: 'lockscope' } },
      src_endpoint: { ip: '10.8.3.14' },
      http_request: { user_agent: 'Firefox' },
      resources: [{ uid: 'shop.0.order:0', name: 'order:0', type: 'lock', group: { name: 'shop' } }],
      metadata: { uid: String(entries[0]?.id) },
    });
    expect(events[1]).toMatchObject({ activity_name: 'Create', api: { operation: 'sign-in' } });
    expect(events[2]).toMatchObject({ src_endpoint: { name: 'unknown' } });
  });

  test('a database that fails under way breaks the file off, and before it an error is answered', async () => {
    const archive = await archived();
    let left = 2;
    const failing = {
      ...archive,
      audit: (query: Parameters<Archive['audit']>[0]) =>
        left-- > 0 ? archive.audit(query) : Promise.reject(new ConsoleError('history-unavailable', 'away')),
    };
    const file = await auditExport({ archive: failing, now }, { format: 'json' }, READER, {
      limit: 9,
      page: 1,
    });
    await expect(file.text()).rejects.toThrow('away');
    await expect(auditExport({ archive: failing, now }, { format: 'csv' }, READER)).rejects.toMatchObject({
      code: 'history-unavailable',
    });
  });

  test('entries that the database has not taken yet are filtered alike', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-spool-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const archive = await archived([]);
    const away = () => Promise.reject(new ConsoleError('history-unavailable', 'away'));
    const audit = createDurableAudit({
      archive: { ...archive, appendAudit: away, takeAudit: away },
      spool: join(folder, 'direct-audit.jsonl'),
      log: () => {},
    });
    for (const entry of ENTRIES) await audit.appendAudit(entry);
    for (const [filter, expected] of CASES)
      expect((await audit.audit({ ...filter, limit: 9 })).map(nthOf)).toEqual(expected);
    await audit.close(1);
  });
});

test.each([
  [{ action: 'delete' }, 'action'],
  [{ outcome: 'fine' }, 'outcome'],
  [{ from: 'yesterday' }, 'from'],
  [{ from: '2000', to: '1000' }, 'from'],
  [{ who: 'ann' }, ''],
])('%o is refused by name', (query, field) => {
  for (const schema of [auditQuery, auditExportQuery]) {
    const { error } = schema.safeParse(query);
    expect(error?.issues[0]?.path.join('.')).toBe(field);
  }
});
