import type { WaitEdge, WaitGraph, WaitLock } from '../../lib/contract/graph';
import type { NodeStatus } from '../../lib/contract/nodes';
import type { LockId } from '../../lib/domain/keys/lock-id';
import { countOf, isSome } from '../../lib/domain/values/counted';
import type { ConsoleClient } from './console-client';
import type { Output } from './output';
import { durationWords } from './words';

export type GraphOptions = { target?: string; json: boolean };

/** `lockscope graph`: who blocks whom, circles of waits first. */
export async function showGraph(console: ConsoleClient, options: GraphOptions, out: Output): Promise<void> {
  const graph = await console.call('GET /api/graph', { query: { target: options.target } });
  if (options.json) return out.line(JSON.stringify(graph, null, 2));
  const { nodes } = await console.call('GET /api/nodes', {});
  const own = nodes.filter(({ target }) => options.target === undefined || target === options.target);
  for (const line of [...cycleLines(graph), ...treeLines(graph), ...noteLines(graph, own)]) out.line(line);
}

/** One line a circle. */
function cycleLines(graph: WaitGraph): string[] {
  return graph.cycles.map(({ parties, locks, certain }) => {
    const links = parties.map((ref, i) => {
      const next = nameOf(graph, parties[(i + 1) % parties.length] ?? '');
      return `${nameOf(graph, ref)} waits for ${keyOf(graph, locks[i] ?? '')}, which ${next} has`;
    });
    return `${certain ? 'deadlock' : 'may be a deadlock'}: ${links.join('; ')}`;
  });
}

/** Below each holder its locks that somebody waits for, below each of them who does, and so on; everybody once. */
function treeLines(graph: WaitGraph): string[] {
  const { locks, holds, waits } = graph;
  const wanted = new Set(waits.map(({ lock }) => lock));
  const awaited = locks.filter(({ id, waiting }) => isSome(waiting) || wanted.has(id));
  const lines: string[] = [];
  const drawn = new Set<string>();
  const awaitedBy = new Map(awaited.map((lock) => [lock.id, lock]));
  const heldBy = new Map<string, LockId[]>();
  for (const { party, lock } of holds) heldBy.set(party, [...(heldBy.get(party) ?? []), lock]);

  function drawHolder(ref: string, before: string, depth: number): void {
    const its = (heldBy.get(ref) ?? []).flatMap((id) => awaitedBy.get(id) ?? []);
    const isAgain = drawn.has(ref) && its.length > 0;
    lines.push(`${'  '.repeat(depth)}${before}${nameOf(graph, ref)}${isAgain ? ' (see above)' : ''}`);
    if (isAgain) return;
    drawn.add(ref);
    for (const lock of its) drawLock(lock, depth + 1);
  }

  function drawLock(lock: WaitLock, depth: number): void {
    const its = waits.filter((wait) => wait.lock === lock.id);
    const waiting = countOf(lock.waiting);
    const more = waiting.known ? waiting.count - its.length : 0;
    lines.push(`${'  '.repeat(depth)}${keyOf(graph, lock.id)} (${lock.target}, ${lock.state})`);
    for (const wait of its) drawHolder(wait.party, waitWords(wait, graph.nowMs), depth + 1);
    if (!waiting.known) lines.push(`${'  '.repeat(depth + 1)}how many more wait: unknown`);
    if (more > 0) lines.push(`${'  '.repeat(depth + 1)}${more} more ${more === 1 ? 'waits' : 'wait'}`);
  }

  const waiting = new Set(waits.map(({ party }) => party));
  const blocking = [...new Set(holds.filter(({ lock }) => awaitedBy.has(lock)).map(({ party }) => party))];
  for (const ref of blocking) if (!waiting.has(ref)) drawHolder(ref, '', 0);
  // Who is left waits in circles alone.
  for (const ref of blocking) if (!drawn.has(ref)) drawHolder(ref, '', 0);
  const held = new Set(holds.map(({ lock }) => lock));
  const free = awaited.filter(({ id }) => !held.has(id));
  if (free.length > 0) lines.push('nobody');
  for (const lock of free) drawLock(lock, 1);
  return lines;
}

/** What the picture leaves out, and what nobody can know: of nodes that do not answer, and of what was not looked at. */
function noteLines({ locks, unnamed, leftOut }: WaitGraph, nodes: readonly NodeStatus[]): string[] {
  const silent = nodes.filter(({ state }) => state !== 'live');
  const isBlind = silent.length === nodes.length;
  const isPartial = nodes.some(({ coverage }) => coverage.names < 1 || coverage.contents < 1);
  if (isBlind) return ['who waits is unknown: no node answers'];
  const lines: string[] = [];
  if (locks.length === 0) lines.push('nobody waits for a lock, as far as was looked');
  if (unnamed > 0)
    lines.push(`${unnamed} ${unnamed === 1 ? 'lock has' : 'locks have'} waiters without a name only`);
  if (leftOut !== null) lines.push(`${leftOut} locks are waited for, the most urgent are shown`);
  if (silent.length > 0) lines.push(`${silent.length} of ${nodes.length} nodes do not answer`);
  else if (isPartial) lines.push('not everything was looked at yet');
  return lines;
}

/** `1. 12 s  `: the place in the queue, and for how long. */
function waitWords({ place, sinceMs }: WaitEdge, nowMs: number): string {
  const words = [
    ...(place === null ? [] : [`${place}.`]),
    ...(sinceMs === null ? [] : [durationWords(nowMs - sinceMs)]),
  ];
  return words.length > 0 ? `${words.join(' ')}  ` : '';
}

function nameOf({ parties }: WaitGraph, ref: string): string {
  const party = parties.find((each) => each.ref === ref);
  return party?.label ?? party?.token?.text ?? party?.process?.instance ?? ref;
}

function keyOf({ locks }: WaitGraph, id: string): string {
  return locks.find((lock) => lock.id === id)?.key.text ?? id;
}
