import { describe, expect, it } from 'vitest';
import { WHOLE_COVERAGE } from '@/e2e/support/a-node';
import type { Lock } from '@/lib/contract/lock';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { Overview } from '@/lib/contract/overview';
import { counted } from '@/lib/domain/values/counted';
import { overviewHeadlineOf } from './headline';

const node = (change: Partial<NodeStatus> = {}) =>
  ({ state: 'live', lastAnswerAtMs: 1, ...change }) as NodeStatus;

function worst(key: string, change: Partial<Lock>): Overview['worst'][number] {
  const lock = {
    id: key,
    key: { text: key, exact: true, byteLength: key.length },
    state: 'at-risk',
    reason: { code: 'none', values: {} },
    waiters: { count: counted(0), known: null },
    ...change,
  } as Lock;
  return { lock, waiting: [] };
}

const overview = (change: Partial<Overview> = {}) =>
  ({
    counts: { held: 1, waiting: counted(0), lost: 0, atRisk: 0, contended: 0 },
    worst: [],
    silenced: { lost: 0, atRisk: 0, gone: 0, nodes: 0, findings: 0, worst: [] },
    nodes: [node()],
    coverage: { ...WHOLE_COVERAGE, completedAtMs: 1 },
    ...change,
  }) as Overview;

describe('the headline', () => {
  it('is calm only when everything was looked at and every node answers', () => {
    expect(overviewHeadlineOf(overview()).code).toBe('calm');
    expect(
      overviewHeadlineOf(
        overview({
          coverage: { ...WHOLE_COVERAGE, contents: 0.34, completedAtMs: 1 },
        }),
      ).code,
    ).toBe('calmSoFar');
  });

  it('never claims calm while a node does not answer', () => {
    expect(overviewHeadlineOf(overview({ nodes: [node(), node({ state: 'down' })] }))).toMatchObject({
      code: 'silent',
      count: 1,
      silent: 1,
    });
  });

  it('says that nothing is known before a node has answered', () => {
    expect(
      overviewHeadlineOf(overview({ nodes: [node({ state: 'connecting', lastAnswerAtMs: null })] })).code,
    ).toBe('unknown');
  });

  it('counts what is lost or at risk and blames the first two', () => {
    const counts = { held: 9, waiting: counted(6), lost: 1, atRisk: 2, contended: 5, gone: 0 };
    const rows = [
      worst('busy', { state: 'contended', waiters: { count: counted(30), known: null } }),
      worst('payout', { waiters: { count: counted(6), known: null } }),
      worst('cron', { reason: { code: 'no-ttl', values: {} } }),
      worst('gone', { state: 'lost' }),
    ];
    const headline = overviewHeadlineOf(overview({ counts, worst: rows }));
    expect(headline).toMatchObject({ code: 'urgent', count: 3 });
    expect(headline.blames).toEqual([
      { code: 'blocks', key: 'payout', values: { count: 6 } },
      { code: 'no-ttl', key: 'cron', values: {} },
    ]);
  });
});

describe('what is silenced', () => {
  const silenced = { lost: 0, atRisk: 1, gone: 0, nodes: 0, findings: 1, worst: ['cron'] };

  it('is neither counted nor blamed', () => {
    const counts = { held: 2, waiting: counted(0), lost: 0, atRisk: 2, contended: 0, gone: 0 };
    const worsts = [worst('cron', { reason: { code: 'no-ttl', values: {} } }), worst('payout', {})];
    const { count, blames } = overviewHeadlineOf(overview({ counts, worst: worsts, silenced }));
    expect(count).toBe(1);
    expect(blames.map(({ key }) => key)).toEqual(['payout']);
    const one = { ...counts, atRisk: 1 };
    expect(overviewHeadlineOf(overview({ counts: one, worst: worsts.slice(0, 1), silenced })).code).toBe(
      'calm',
    );
  });

  it('and does not answer keeps all from being calm', () => {
    const nodes = [node(), node({ state: 'down' })];
    const quiet = { ...silenced, nodes: 1 };
    expect(overviewHeadlineOf(overview({ nodes, silenced: quiet })).code).toBe('calmSoFar');
  });
});

it('blames a holder that is gone, and who waits behind it', () => {
  const reason = { code: 'holder-gone', values: { agoMs: 45_000 } } as const;
  const rows = [
    worst('payout', { reason, waiters: { count: counted(6), known: null } }),
    worst('cron', { reason }),
  ];
  expect(overviewHeadlineOf(overview({ worst: rows })).blames).toEqual([
    { code: 'blocks-gone', key: 'payout', values: { count: 6 } },
    { code: 'holder-gone', key: 'cron', values: { agoMs: 45_000 } },
  ]);
});
