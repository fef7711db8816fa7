import { ArrowLeftRight, Gauge, type LucideIcon, Scale, Split, Timer, TrendingUp } from 'lucide-react';
import type { InsightCode } from '@/lib/contract/insight-codes';

const ICONS = {
  'lock-order': ArrowLeftRight,
  utilisation: Gauge,
  lease: Timer,
  shard: Split,
  changed: TrendingUp,
  unfair: Scale,
} satisfies Record<InsightCode, LucideIcon>;

export function insightIconOf(code: InsightCode): LucideIcon {
  return ICONS[code] ?? Gauge;
}
