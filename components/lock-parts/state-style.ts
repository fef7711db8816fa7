import { CircleDashed, CircleX, Lock, LockOpen, type LucideIcon, TriangleAlert, Users } from 'lucide-react';
import type { Tone } from '@/components/ui/badge';
import type { LockState } from '@/lib/contract/codes';

type StateStyle = { tone: Tone; icon: LucideIcon; text: string; mark: string; bar: string };

/** How a state looks, everywhere: always with its word. */
export const STATE_STYLE = {
  held: { tone: 'neutral', icon: Lock, text: 'text-1', mark: 'bg-held-mark', bar: 'border-s-held-mark' },
  contended: {
    tone: 'contended',
    icon: Users,
    text: 'text-1',
    mark: 'bg-held-mark',
    bar: 'border-s-contended-mark',
  },
  'at-risk': {
    tone: 'risk',
    icon: TriangleAlert,
    text: 'text-risk',
    mark: 'bg-risk-mark',
    bar: 'border-s-risk-mark',
  },
  lost: { tone: 'lost', icon: CircleX, text: 'text-lost', mark: 'bg-lost-mark', bar: 'border-s-lost-mark' },
  free: { tone: 'free', icon: LockOpen, text: 'text-3', mark: 'bg-free-mark', bar: 'border-s-free-mark' },
  unknown: {
    tone: 'unknown',
    icon: CircleDashed,
    text: 'text-3',
    mark: 'bg-control',
    bar: 'border-s-control',
  },
} satisfies Record<LockState, StateStyle>;
