import { expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { aHolder, aProcess, lockOf } from '../../e2e/support/a-lock';
import { aNode, aSilentNode } from '../../e2e/support/a-node';
import { displayOf } from '../../lib/domain/keys/bytes';
import { counted } from '../../lib/domain/values/counted';
import { buildWaitGraph } from '../../lib/domain/wait-graph/build-wait-graph';
import type { NamedWait } from '../../lib/domain/wait-graph/wait-graph';
import { showGraph } from './graph';

const NOW = 1_000_000;
const known = { by: 'read', atMs: NOW } as const;

function held(name: string, token: string | null, count: number) {
  const since = { atMs: 900_000, atLeast: false, known };
  const holder = aHolder({ token: displayOf(token ?? ''), process: null, since });
  return lockOf(name, {
    holders: token === null ? [] : [holder],
    state: token === null ? 'free' : 'contended',
    waiters: { count: counted(count), known },
  });
}

function queued(name: string, token: string, place: number): NamedWait {
  const named = { token: displayOf(token), label: null, process: null };
  return { lock: `main.0.${name}`, by: 'queue', ...named, place, sinceMs: NOW - 12_000, heard: true, known };
}

function said(name: string, app: string): NamedWait {
  const process = aProcess({ app, instance: app });
  const named = { token: null, label: app, process };
  return {
    lock: `main.0.${name}`,
    by: 'heartbeat',
    ...named,
    place: null,
    sinceMs: NOW - 90_000,
    heard: null,
    known,
  };
}

async function told(
  locks: ReturnType<typeof held>[],
  waits: NamedWait[],
  { json = false, nodes = [aNode()] } = {},
): Promise<string> {
  const paths: string[] = [];
  const get = async (path: string) => {
    paths.push(path);
    if (path === '/api/nodes') return { nodes };
    return buildWaitGraph({ locks, waits }, NOW);
  };
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  await showGraph(aConsole({ get }), { target: 'main', json }, out);
  expect(paths[0]).toBe('/api/graph?target=main');
  return lines.join('\n');
}

test('a tree shows below each holder who waits, and what those have that others wait for', async () => {
  const locks = [held('a', 't1', 4), held('b', 't2', 1), held('c', null, 1), held('d', 't9', 2)];
  const waits = [queued('a', 't3', 1), queued('a', 't2', 2), said('b', 'checkout'), queued('c', 't4', 1)];
  expect(await told(locks, waits)).toBe(
    [
      't1',
      '  a (main, contended)',
      '    1. 12 s  t3',
      '    2. 12 s  t2',
      '      b (main, contended)',
      '        1m 30s  checkout',
      '    2 more wait',
      't9',
      '  d (main, contended)',
      '    2 more wait',
      'nobody',
      '  c (main, free)',
      '    1. 12 s  t4',
      '1 lock has waiters without a name only',
    ].join('\n'),
  );
});

test('a circle comes first, and is drawn once', async () => {
  const text = await told(
    [held('a', 't1', 1), held('b', 't2', 1)],
    [queued('b', 't1', 1), queued('a', 't2', 1)],
  );
  expect(text).toBe(
    [
      'deadlock: t1 waits for b, which t2 has; t2 waits for a, which t1 has',
      't1',
      '  a (main, contended)',
      '    1. 12 s  t2',
      '      b (main, contended)',
      '        1. 12 s  t1 (see above)',
    ].join('\n'),
  );
});

test('nobody who waits is said, and JSON is the answer itself', async () => {
  expect(await told([held('a', 't1', 0)], [])).toBe('nobody waits for a lock, as far as was looked');
  expect(JSON.parse(await told([held('a', 't1', 1)], [], { json: true }))).toMatchObject({
    unnamed: 1,
    cycles: [],
  });
});

test('while no node answers nothing is said of who waits', async () => {
  const text = await told([], [], { nodes: [aSilentNode()] });
  expect(text).toBe('who waits is unknown: no node answers');
  const half = await told([], [], { nodes: [aNode(), aSilentNode()] });
  expect(half).toContain('1 of 2 nodes do not answer');
});

test('how many wait is unknown where they cannot be counted, and not only those with a name', async () => {
  const lock = { ...held('a', 't1', 1), waiters: { count: counted(null), known: null } };
  expect(await told([lock], [queued('a', 't2', 1)])).toContain('how many more wait: unknown');
});
