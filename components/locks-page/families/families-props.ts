import type { Standing } from '@/components/ui/use-standing';
import type { Family } from '@/lib/contract/groups';

/** What the wide table and the narrow list of families both show. */
export type FamiliesProps = {
  rows: readonly Standing<Family>[];
  q: string;
  target: string | null;
  open: ReadonlySet<string>;
  onToggle(family: string): void;
  /** Somebody works in the list: its order must stand. */
  frozen: boolean;
};
