import {
  ArrowLeftRight,
  Gauge,
  GitBranch,
  Hourglass,
  type LucideIcon,
  Scale,
  Split,
  Timer,
  TrendingUp,
} from 'lucide-react';
import type { InsightCode } from '@/lib/contract/insight-codes';

const ICONS = {
  overstaying: Hourglass,
  'lock-order': ArrowLeftRight,
  utilisation: Gauge,
  lease: Timer,
  shard: Split,
  changed: TrendingUp,
  unfair: Scale,
  'root-blocker': GitBranch,
} satisfies Record<InsightCode, LucideIcon>;

export function insightIconOf(code: InsightCode): LucideIcon {
  return ICONS[code] ?? Gauge;
}
