import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { aHolder, aLock } from '../../e2e/support/a-lock';
import type { Holder } from '../../lib/contract/holder';
import { displayOf } from '../../lib/domain/keys/bytes';
import { type ActionOptions, runActionCommand } from './action';
import { CommandError, ExitCode } from './exit-code';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const holderOf = (token: string): Holder => aHolder({ token: displayOf(token), mode: 'read' });

/** A console where these tokens hold the lock, in this order, and what it was asked. */
function consoleWith(...tokens: string[]) {
  const lock = aLock({ kind: 'read-write', holders: tokens.map(holderOf) });
  const acted: string[] = [];
  const post = async (path: string, body: { tokenDigest?: string; seen?: { tokenDigest: string } }) => {
    if (!path.endsWith('/preview')) {
      acted.push(body.seen?.tokenDigest ?? '');
      return { outcome: 'released', nodes: [], auditId: 1, woken: 0, atMs: 1 };
    }
    const asked = body.tokenDigest ?? digestOf(tokens[0] ?? '');
    const at = tokens.findIndex((token) => digestOf(token) === asked);
    const holder = lock.holders[at];
    if (!holder) throw new CommandError(ExitCode.changed, 'not-held', 'has the lock no more');
    const parts = {
      allowed: true,
      why: null,
      requires: { reason: false, typedKey: false, although: null },
      typedKey: 'k',
    };
    return { lock, holder, seen: { tokenDigest: asked }, consequences: [], ...parts };
  };
  return { console: aConsole({ post }), id: lock.id, acted };
}

async function release({ console, id }: ReturnType<typeof consoleWith>, ifHolder: string): Promise<string> {
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  const rest: Omit<ActionOptions, 'ifHolder'> = {
    action: 'release',
    reason: 'r',
    yes: true,
    dryRun: false,
    json: false,
  };
  await runActionCommand(console, id, { ...rest, ifHolder }, out);
  return lines.join('\n');
}

describe('--if-holder', () => {
  test.each([
    ['its token', 'b:2'],
    ['its digest', `sha256:${digestOf('b:2')}`],
  ])('picks one of several holders by %s', async (_, named) => {
    const of = consoleWith('a:1', 'b:2', 'c:3');
    const said = await release(of, named);
    expect(of.acted).toEqual([digestOf('b:2')]);
    expect(said).toMatch(/^holder +b:2$/m);
    expect(said).toMatch(/^mode +reads$/m);
    expect(said).toMatch(/^others +2 more have it$/m);
  });

  test('a token that looks like a digest still names its holder among several', async () => {
    const token = `sha256:${'0'.repeat(64)}`;
    const of = consoleWith('a:1', token);
    await release(of, token);
    expect(of.acted).toEqual([digestOf(token)]);
  });

  test('that is none of them touches nothing and says who has it', async () => {
    const of = consoleWith('a:1', 'b:2');
    await expect(release(of, 'd:4')).rejects.toMatchObject({
      exitCode: ExitCode.changed,
      message: expect.stringContaining('a:1, b:2'),
    });
    expect(of.acted).toEqual([]);
  });

  test('that is not the only holder is refused without a second look', async () => {
    const of = consoleWith('a:1');
    await expect(release(of, 'd:4')).rejects.toMatchObject({ code: 'changed' });
  });
});

test.each([
  [
    'release',
    'a quorum of them',
    ['released', 'released', 'unreached'],
    'released',
    ExitCode.done,
    'the lock is free',
  ],
  [
    'release',
    'too few of them',
    ['released', 'unreached', 'unreached'],
    'partly-released',
    ExitCode.short,
    'released on too few nodes: the lock may stay held',
  ],
  [
    'extend',
    'a quorum of them',
    ['extended', 'extended', 'unreached'],
    'extended',
    ExitCode.done,
    'a quorum of 2 has the new lease',
  ],
  [
    'extend',
    'too few of them',
    ['extended', 'unreached', 'unreached'],
    'partly-extended',
    ExitCode.short,
    'extended on too few nodes: the lock is held only as long as it was',
  ],
  [
    'quarantine',
    'too few of them',
    ['quarantined', 'unreached', 'unreached'],
    'partly-quarantined',
    ExitCode.short,
    'in quarantine on too few nodes: its holder may still hold the lock',
  ],
] as const)('%s on %s of a group says so', async (action, _, outcomes, outcome, exitCode, words) => {
  const nodes = outcomes.map((outcome, i) => ({ node: `n:${i}`, outcome }));
  const votes = nodes.map(({ node }) => ({ node, vote: 'yes', ttlMs: 1, token: null, readAtMs: 1 }) as const);
  const lock = aLock({ holders: [holderOf('a:1')], votes });
  const preview = {
    ...{ lock, holder: lock.holders[0], seen: { tokenDigest: digestOf('a:1') }, consequences: [] },
    ...{
      allowed: true,
      why: null,
      requires: { reason: false, typedKey: false, although: null },
      typedKey: 'k',
    },
  };
  const result = { outcome, nodes, auditId: 1, woken: 0, atMs: 1 };
  const post = async (path: string) => (path.endsWith('/preview') ? preview : result);
  const lines: string[] = [];
  const out = { line: (line: string) => void lines.push(line), errorLine: () => {}, ask: async () => null };
  const options: ActionOptions = {
    ...{ action, reason: 'r', yes: true, dryRun: false, json: false, ifHolder: 'a:1' },
  };
  expect(await runActionCommand(aConsole({ post }), lock.id, options, out)).toBe(exitCode);
  const [did] = outcomes;
  expect(lines.at(-1)).toContain(words);
  expect(lines.at(-1)).toContain(`${did} on ${outcomes.filter((each) => each === did).length} of 3`);
});

/** A release of a lock that takes such a consent: run it, with options of its own, and see what is sent. */
function releaseOf(although: 'alive' | 'renews' | null) {
  const lock = aLock({ holders: [holderOf('a:1')] });
  const requires = { reason: although !== null, typedKey: false, although };
  const preview = {
    ...{ lock, holder: lock.holders[0], seen: { tokenDigest: digestOf('a:1') }, consequences: [] },
    ...{ allowed: true, why: null, requires, typedKey: 'k' },
  };
  const sent: object[] = [];
  const post = async (path: string, body: object) => {
    if (path.endsWith('/preview')) return preview;
    sent.push(body);
    return { outcome: 'released', nodes: [], auditId: 1, woken: 0, atMs: 1 };
  };
  const out = { line: () => {}, errorLine: () => {}, ask: async () => null };
  const options: ActionOptions = {
    ...{ action: 'release', reason: 'r', yes: true, dryRun: false, json: false, ifHolder: 'a:1' },
  };
  const run = (more: Partial<ActionOptions> = {}) =>
    runActionCommand(aConsole({ post }), lock.id, { ...options, ...more }, out);
  return { sent, run };
}

test('a ticket goes with the act, and none otherwise', async () => {
  const { sent, run } = releaseOf(null);
  await run({ ticket: 'INC-1234' });
  await run();
  expect(sent).toMatchObject([{ reason: 'r', ticket: 'INC-1234' }, { reason: 'r' }]);
  expect(sent[1]).not.toHaveProperty('ticket');
});

test.each(['alive', 'renews'] as const)(
  'a holder that is %s is released only with --alive',
  async (although) => {
    const { sent, run } = releaseOf(although);
    await expect(run()).rejects.toMatchObject({ exitCode: ExitCode.usage, code: 'although' });
    expect(sent).toEqual([]);
    await run({ alive: true });
    expect(sent).toMatchObject([{ although: 'alive' }]);
  },
);
