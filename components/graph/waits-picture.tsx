'use client';

import { useMemo } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useSize } from '@/components/ui/use-size';
import type { WaitGraph } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { layoutGraph, lockNode, type PlacedNode as Node, type PictureEdge } from './layout-graph';
import { limitGraph, NODE_LIMIT } from './limit-graph';
import { usePartyName } from './party-name';
import { PictureBar } from './picture-bar';
import { PictureEdges } from './picture-edges';
import { PictureNode } from './picture-node';
import { usePictureFocus } from './use-picture-focus';
import { useViewport } from './use-viewport';
import { type Area, reveal } from './viewport';

type Props = { graph: WaitGraph; focus: LockId | null };

/** The waits as a picture that can be moved and zoomed; what blocks stands at its beginning. */
export function WaitsPicture({ graph, focus }: Props) {
  const t = useT('graph');
  const format = useFormat();
  const limited = useMemo(() => limitGraph(graph, NODE_LIMIT, focus), [graph, focus]);
  const shape = JSON.stringify([limited.graph.holds, limited.graph.waits, graph.cycles].map(endsOf));
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing moves unless somebody comes or goes
  const placed = useMemo(() => layoutGraph(limited.graph), [shape]);
  const picture = { ...placed, nodes: withFacts(placed.nodes, limited.graph) };
  const titleOf = useEdgeTitle(limited.graph);
  const [measure, room] = useSize();
  const focused = picture.nodes.find(({ id }) => focus !== null && id === lockNode(focus));
  const first = focused
    ? [focused]
    : picture.nodes.filter((node) => isInCycle(node, graph.cycles.slice(0, 1)));
  const viewport = useViewport(picture, room, first.length > 0 ? around(first) : null);
  const frame = usePictureFocus(viewport.frame, measure);
  const { view, move } = viewport;
  const isReady = room !== null;

  return (
    <section
      aria-label={t('picture.label')}
      className="panel flex min-h-[440px] min-w-0 flex-1 flex-col overflow-hidden max-sm:min-h-[64dvh]"
    >
      <PictureBar viewport={viewport} hasCycle={graph.cycles.length > 0} />
      {limited.shown < limited.total ? (
        <p className="border-line border-b px-3 py-1.5 text-2 text-sm">
          {t('picture.limited', { shown: format.count(limited.shown), total: format.count(limited.total) })}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a field set is for a form */}
      <div
        ref={frame}
        role="group"
        aria-label={t('picture.help')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move only what has focus
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (viewport.onKey(event.key)) event.preventDefault();
        }}
        className="relative min-h-0 flex-1 cursor-grab touch-none select-none overflow-hidden bg-sunken outline-offset-[-2px] active:cursor-grabbing"
      >
        <div
          style={{
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
            width: picture.width,
            height: picture.height,
            visibility: isReady ? 'visible' : 'hidden',
          }}
          className="absolute start-0 top-0 origin-top-left"
          dir="ltr"
        >
          <PictureEdges picture={picture} titleOf={titleOf} />
          {picture.nodes.map((node) => (
            <PictureNode
              key={node.id}
              node={node}
              edges={edgesAt(node, limited.graph)}
              inCycle={isInCycle(node, graph.cycles)}
              isFocus={node === focused}
              onFocus={(of) => room && move((now) => reveal(now, areaOf(of), room))}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

/** What a line says, for whoever points at it. */
function useEdgeTitle({ parties, locks }: WaitGraph): (edge: PictureEdge) => string {
  const t = useT('graph');
  const nameOf = usePartyName();
  return ({ kind, party, lock }) => {
    const who = parties.find(({ ref }) => ref === party);
    const key = locks.find(({ id }) => id === lock)?.key.text ?? lock;
    return t(`picture.line.${kind}`, { name: who ? nameOf(who) : party, key });
  };
}

/** Of edges where they begin and end, which is what the places of the boxes follow from. */
function endsOf(edges: WaitGraph['holds'] | WaitGraph['waits'] | WaitGraph['cycles']): unknown[] {
  return edges.map((edge) =>
    'party' in edge ? [edge.party, edge.lock, 'place' in edge ? edge.place : null] : edge,
  );
}

/** The boxes with what is known now of their locks and parties. */
function withFacts(nodes: readonly Node[], { locks, parties }: WaitGraph): Node[] {
  const lockOf = new Map(locks.map((lock) => [lock.id, lock]));
  const partyOf = new Map(parties.map((party) => [party.ref, party]));
  return nodes.map((node) =>
    node.kind === 'lock'
      ? { ...node, lock: lockOf.get(node.lock.id) ?? node.lock }
      : { ...node, party: partyOf.get(node.party.ref) ?? node.party },
  );
}

function edgesAt(node: Node, { holds, waits }: WaitGraph): { holds: number; waits: number } {
  if (node.kind === 'lock') return { holds: 0, waits: 0 };
  const isIts = ({ party }: { party: string }) => party === node.party.ref;
  return { holds: holds.filter(isIts).length, waits: waits.filter(isIts).length };
}

function isInCycle(node: Node, cycles: WaitGraph['cycles']): boolean {
  return cycles.some(({ parties, locks }) =>
    node.kind === 'lock' ? locks.includes(node.lock.id) : parties.includes(node.party.ref),
  );
}

function areaOf({ x, y, width, height }: Node): Area {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The area in which all of these are. */
function around(nodes: readonly Node[]): Area {
  const areas = nodes.map(areaOf);
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}
