import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startRuntime } from '../../e2e/support/a-runtime';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { FindingsAnswer } from '../contract/findings';
import { NodesAnswer } from '../contract/nodes';
import { Overview } from '../contract/overview';
import { findingsAnswer } from './findings';
import { nodesAnswer } from './nodes';
import { overviewOf } from './overview';

test('what is wrong with a server stands in the findings, the overview and at its node, as described', async (context) => {
  const { server, connect } = await ownServer(context, [
    ...['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'],
  ]);
  await connect().set(`lock:${randomUUID()}`, randomUUID(), 'PX', 600_000);
  const runtime = await startRuntime(server.url);
  context.onTestFinished(() => runtime.close());
  const found = await until('it is found', () => {
    const answer = findingsAnswer(runtime, null);
    return answer.findings[0]?.evidence[0]?.values.count === 1 && answer;
  });
  const node = `127.0.0.1:${server.port}`;
  const command = 'CONFIG SET maxmemory-policy noeviction';
  expect(found).toMatchObject({
    findings: [{ code: 'evictable-locks', target: 'test', node, id: null, key: null, count: 1, command }],
    byCode: [{ code: 'evictable-locks', count: 1 }],
  });
  const overview = await overviewOf(runtime, 'test');
  expect(overview.findings).toMatchObject([{ code: 'evictable-locks', node }]);
  expect(FindingsAnswer.parse(found)).toEqual(found);
  expect(Overview.parse(overview).findings).toEqual(overview.findings);
  const nodes = nodesAnswer(runtime);
  expect(nodes.nodes[0]?.findings[0]).toMatchObject({ code: 'evictable-locks', command });
  expect(NodesAnswer.parse(nodes)).toEqual(nodes);
});

test('a finding of several servers of a target is one line that counts them', async (context) => {
  const servers = await Promise.all([1, 2].map(() => ownServer(context, ['--maxmemory', '1gb'])));
  await Promise.all(servers.map(({ connect }) => connect().config('SET', 'maxmemory-policy', 'allkeys-lfu')));
  const [a, b] = servers.map(({ server }) => server.url);
  const runtime = await startRuntime(a ?? '');
  const other = await startRuntime(b ?? '');
  context.onTestFinished(async () => {
    await Promise.all([runtime.close(), other.close()]);
  });
  const both = { ...runtime, nodes: () => [...runtime.nodes(), ...other.nodes()] };
  await until('both are found', () => both.nodes().every(({ findings }) => findings.length === 1));
  const { findings } = await overviewOf(both, null);
  expect(findings).toMatchObject([{ code: 'evictable-locks', count: 2 }]);
});
