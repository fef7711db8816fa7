import { describe, expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { aLock } from '../../e2e/support/a-lock';
import { votesOf } from '../../e2e/support/a-vote';
import type { ActionResult, NodeOutcome } from '../../lib/contract/actions';
import type { LockDetail } from '../../lib/contract/locks';
import { runActionCommand } from './action';
import { showLock } from './show';

const NOW = 1_000_000;
const DIGEST = 'd'.repeat(64);
const grouped = aLock({ votes: votesOf(['yes', 'yes', 'yes', 'other', 'unread']), expiresAtMs: NOW + 7_500 });
const sink = () => {
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  return { out, text: () => lines.join('\n') };
};

describe('show', () => {
  async function shown(lock = grouped): Promise<string> {
    const { out, text } = sink();
    const get = async () => ({ lock, holderDigests: ['d'], nowMs: NOW }) as unknown as LockDetail;
    await showLock(aConsole({ get }), lock.id, false, out);
    return text();
  }

  test('says how many nodes have a lock of a group, for how long, and what each one says', async () => {
    const said = await shown();
    expect(said).toMatch(/^votes +3 of 5 nodes have it, a quorum is 3$/m);
    expect(said).toMatch(/^quorum for +7\.5 s$/m);
    expect(said).toMatch(/^ {2}n1 +has it, TTL 8\.0 s$/m);
    expect(said).toMatch(/^ {2}n4 +has another holder, token-of-another-one, TTL 8\.0 s$/m);
    expect(said).toMatch(/^ {2}n5 +does not answer, last read 4\.0 s ago$/m);
  });

  test('names no time for a quorum that there is not', async () => {
    const said = await shown(aLock({ votes: votesOf(['yes', 'no', 'no']) }));
    expect(said).toMatch(/^ {2}n2 +has none$/m);
    expect(said).not.toContain('quorum for');
  });

  test('says nothing of votes where there are none', async () => {
    expect(await shown(aLock())).not.toMatch(/votes|quorum/);
  });
});

describe('release', () => {
  async function released(lock: typeof grouped, outcomes: NodeOutcome['outcome'][]): Promise<string> {
    const { out, text } = sink();
    const nodes = outcomes.map((outcome, i) => ({ node: `n${i + 1}`, outcome }));
    const result: ActionResult = { outcome: 'released', nodes, auditId: 7, woken: null, atMs: NOW };
    const parts = {
      allowed: true,
      why: null,
      requires: { reason: false, typedKey: false, although: null },
      typedKey: 'k',
    };
    const seen = { tokenDigest: DIGEST };
    const preview = { lock, holder: lock.holders[0], seen, consequences: [], ...parts };
    const post = async (path: string) => (path.endsWith('/preview') ? preview : result);
    await runActionCommand(
      aConsole({ post }),
      lock.id,
      { action: 'release', ifHolder: `sha256:${DIGEST}`, reason: 'r', yes: true, dryRun: false, json: false },
      out,
    );
    return text();
  }

  test('of a group names the nodes before, what happened on each after, and what that means', async () => {
    const said = await released(grouped, ['released', 'released', 'released', 'changed', 'unreached']);
    expect(said).toMatch(/^nodes +all 5: n1, n2, n3, n4, n5$/m);
    expect(said).toMatch(/^- n1: released$/m);
    expect(said).toMatch(/^- n4: left alone/m);
    expect(said).toMatch(/^- n5: no answer/m);
    expect(said).toMatch(/^released on 3 of 5 nodes; 1 may still have it, .* the lock is free$/m);
  });

  test('does not say free while a quorum may still have it', async () => {
    const said = await released(grouped, ['released', 'changed', 'unreached', 'changed', 'unreached']);
    expect(said).toContain('the lock may still be held');
    expect(said).not.toContain('is free');
  });

  test('of one node says what it said before', async () => {
    const said = await released(aLock(), ['released']);
    expect(said).toMatch(/^released, audit entry 7$/m);
    expect(said).not.toMatch(/nodes|quorum/);
  });
});
