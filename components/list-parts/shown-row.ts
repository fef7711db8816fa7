import type { Lock } from '@/lib/contract/lock';

/** A row as it stands on the screen. `left` = no longer in the list; `lock` is then as last known. */
export type ShownRow = { lock: Lock; left: boolean };
