import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { createDurableAudit } from './durable-audit';

const entry = {
  ...{
    atMs: 1_700_000_000_000,
    actor: 'local',
    action: 'release' as const,
    target: 'shop',
    lockId: 'shop.0.a',
    key: 'a',
  },
  ...{ holder: null, reason: 'crashed', outcome: 'attempted' as const, details: {} },
};

/** A real archive that can be made to be away. */
function archived() {
  const archive = openArchive({ url: 'memory:' });
  let isAway = false;
  const guarded =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      isAway ? Promise.reject(new ConsoleError('history-unavailable', 'away')) : work(...args);
  const lines: string[] = [];
  const audit = createDurableAudit({
    archive: {
      ...{ appendAudit: guarded(archive.appendAudit), updateAudit: guarded(archive.updateAudit) },
      ...{
        audit: guarded(archive.audit),
        problem: () => (isAway ? { sinceMs: 0, message: 'It is away.' } : null),
      },
    } satisfies Pick<Archive, 'appendAudit' | 'updateAudit' | 'audit' | 'problem'>,
    log: (message) => void lines.push(message),
    retryMs: 5,
  });
  onTestFinished(async () => {
    await audit.close(1_000);
    await archive.close();
  });
  const setAway = (away: boolean) => {
    isAway = away;
  };
  return { archive, audit, lines, setAway };
}

describe('the audit', () => {
  test('is in the archive before an act, and learns its outcome there', async () => {
    const { archive, audit } = archived();
    const { id } = await audit.appendAudit(entry);
    expect(await archive.audit({ limit: 5 })).toMatchObject([{ id, outcome: 'attempted' }]);
    await audit.updateAudit(id, { outcome: 'released', details: { woken: 1 } });
    expect(await archive.audit({ limit: 5 })).toMatchObject([
      { id, outcome: 'released', details: { woken: 1 } },
    ]);
    expect(await audit.audit({ limit: 5, lockId: 'shop.0.b' })).toEqual([]);
  });

  test('does not keep an act from happening while the archive is away, says so, and is written when it is back', async () => {
    const { archive, audit, lines, setAway } = archived();
    setAway(true);
    const { id } = await audit.appendAudit(entry);
    await audit.updateAudit(id, { outcome: 'released', details: {} });
    expect(id).toBeLessThan(0);
    expect(await audit.audit({ limit: 5 })).toMatchObject([{ id, outcome: 'released', hash: null }]);
    expect(audit.problem()).toContain('in memory only: 1');
    expect(lines).toContain('the audit is kept in memory only');
    setAway(false);
    await until(
      'it is in the archive',
      async () => (await archive.audit({ limit: 5 }))[0]?.outcome === 'released',
    );
    await until('nothing is missing', () => audit.problem() === null);
    expect(await audit.audit({ limit: 5 })).toMatchObject([{ hash: (await archive.auditHead())?.hash }]);
    expect((await archive.auditChain()).broken).toBeNull();
  });

  test('brings an outcome up to date that came while the archive was away', async () => {
    const { archive, audit, setAway } = archived();
    const { id } = await audit.appendAudit(entry);
    setAway(true);
    await audit.updateAudit(id, { outcome: 'released', details: {} });
    // The hash that the archive has is of another outcome.
    expect(await audit.audit({ limit: 5 })).toMatchObject([{ id, outcome: 'released', hash: null }]);
    setAway(false);
    await until(
      'it is up to date',
      async () => (await archive.audit({ limit: 5 }))[0]?.outcome === 'released',
    );
  });
});
