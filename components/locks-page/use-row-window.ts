'use client';

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

/** Above this many rows only those in sight are drawn. */
const VIRTUAL_ABOVE = 100;

export type RowWindow = {
  /** Rows to draw, in order, each with the empty height in front of it. */
  items: { index: number; gap: number }[];
  /** Empty height after the last one. */
  after: number;
  scrollTo(index: number): void;
};

type Options = {
  count: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** A row that stays drawn wherever it is: it has focus. */
  pinned: number | null;
  /** Height of what covers the top while scrolled. */
  headHeight: number;
};

/** Until the height of the scroller is known: what the server draws of a long list. */
const FIRST = { width: 0, height: 900 };

/** Which rows of a long list to draw. */
export function useRowWindow({ count, rowHeight, scroller, pinned, headHeight }: Options): RowWindow {
  const isVirtual = count > VIRTUAL_ABOVE;
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    initialRect: FIRST,
    overscan: 12,
    scrollPaddingStart: headHeight + rowHeight,
    scrollPaddingEnd: rowHeight,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (pinned === null || pinned >= count || indexes.includes(pinned)) return indexes;
      return [...indexes, pinned].sort((a, b) => a - b);
    },
  });
  if (!isVirtual) {
    const items = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
    return { items, after: 0, scrollTo: () => {} };
  }
  let drawn = 0;
  const items = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gap = Math.max(0, start - drawn);
    drawn = end;
    return { index, gap };
  });
  return {
    items,
    after: Math.max(0, virtualizer.getTotalSize() - drawn),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
