import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Badge, type Tone } from '@/components/ui/badge';
import type { NodeState } from '@/lib/contract/nodes';

const LOOKS = {
  live: { tone: 'neutral', icon: CircleCheck },
  connecting: { tone: 'unknown', icon: LoaderCircle },
  stale: { tone: 'risk', icon: TriangleAlert },
  down: { tone: 'lost', icon: CircleX },
} satisfies Record<NodeState, { tone: Tone; icon: LucideIcon }>;

export function NodeStateBadge({ state }: { state: NodeState }) {
  const t = useT('nodes');
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`states.${state}`)}
    </Badge>
  );
}
