import { describe, expect, it } from 'vitest';
import { aNode, aSilentNode } from '@/e2e/support/a-node';
import { freshnessOf } from '../app/node-summary';
import { liveShownOf } from './live-shown';

const down = aSilentNode({ target: 'quorum' });

describe('the live control', () => {
  it.each([
    ['live', [aNode()]],
    ['partial', [aNode(), down]],
    ['partial', [aNode(), aNode({ state: 'stale' })]],
    ['blind', [down]],
    ['blind', [down, aNode({ state: 'stale' })]],
    ['connecting', [aSilentNode({ state: 'connecting' })]],
    ['blind', [aSilentNode({ state: 'connecting' }), down]],
  ])('is %s while the stream is well', (shown, nodes) => {
    expect(liveShownOf('live', freshnessOf(nodes, null))).toBe(shown);
  });

  it('shows the stream where that is not well, and nothing green before the nodes are known', () => {
    expect(liveShownOf('stale', freshnessOf([aNode()], null))).toBe('stale');
    expect(liveShownOf('paused', freshnessOf([down], null))).toBe('paused');
    expect(liveShownOf('live', null)).toBe('connecting');
  });

  it('is as old as the oldest answer among the nodes of the connection that answer', () => {
    const nodes = [aNode({ lastAnswerAtMs: 5 }), aNode({ lastAnswerAtMs: 3 }), down];
    expect(freshnessOf(nodes, null)).toMatchObject({ answering: 2, total: 3, oldestAtMs: 3 });
    const read = aNode({ lastAnswerAtMs: 9 });
    const old = { ...read, coverage: { ...read.coverage, oldestAtMs: 2 } };
    expect(freshnessOf([...nodes, old], null).oldestAtMs, 'a reading that still counts').toBe(2);
    expect(freshnessOf(nodes, 'quorum')).toMatchObject({ answering: 0, total: 1, oldestAtMs: null });
  });
});
