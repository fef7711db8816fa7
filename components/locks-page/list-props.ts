import type { RefObject } from 'react';
import type { Done } from '@/components/actions/done';
import type { LockSort } from '@/lib/contract/codes';
import type { LockFilter } from '@/lib/contract/locks';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { Fold } from '../list-parts/fold-multi-locks';
import type { ShownRow } from '../list-parts/shown-row';
import type { Selection, StoodFor } from './selection';
import type { RowActions } from './table-row';

/** What the wide table and the narrow list both show. */
export type ListProps = {
  rows: readonly ShownRow[];
  folds: ReadonlyMap<LockId, Fold>;
  stoodFor: StoodFor;
  filter: LockFilter;
  onSort(sort: LockSort, desc: boolean): void;
  selection: Selection;
  actions: RowActions;
  onSelectAll(on: boolean): void;
  tombstones: ReadonlyMap<LockId, Done>;
  onDismiss(id: LockId): void;
  /** The pointer is over the rows, or focus is in them: their order must stand. */
  onBusy(what: 'pointer' | 'focus', busy: boolean): void;
  scroller: RefObject<HTMLDivElement | null>;
  /** Rows of all that match, loaded or not; what is folded has none. */
  rowCount: number;
  /** Asks for the next page; null = there is none. */
  onMore: (() => void) | null;
  loadingMore: boolean;
};
