import {
  ArrowUpFromLine,
  BellOff,
  Clock4,
  Copy,
  CopyX,
  EyeOff,
  HardDrive,
  History,
  KeyRound,
  type LucideIcon,
  MemoryStick,
  Radio,
  RotateCcw,
  Save,
  Trash2,
} from 'lucide-react';
import type { FindingCode, NodeFindingCode } from '@/lib/contract/finding-codes';

export const NODE_FINDING_ICONS = {
  'evictable-locks': Trash2,
  'memory-nearly-full': MemoryStick,
  'no-persistence': HardDrive,
  'aof-not-always': Save,
  'writes-unreplicated': Copy,
  'replica-lags': CopyX,
  'clock-skew': Clock4,
  'clock-jump': History,
  'restarted-under-locks': RotateCcw,
  promoted: ArrowUpFromLine,
  'changes-missed': EyeOff,
  'no-notifications': BellOff,
  'mixed-pubsub': Radio,
  'latches-pile-up': KeyRound,
} satisfies Record<NodeFindingCode, LucideIcon>;

export function isOfNode(code: FindingCode): code is NodeFindingCode {
  return code in NODE_FINDING_ICONS;
}
