'use client';

import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { ListProps } from './list-props';
import { selectionStateOf } from './selection';
import { useRowKeys } from './use-row-keys';
import { type RowWindow, useRowWindow } from './use-row-window';

type Options = { rowHeight: number; headHeight: number };

type ListRows<Body extends HTMLElement> = {
  view: RowWindow;
  /** For the element that holds the rows. */
  body: {
    ref: RefObject<Body | null>;
    onPointerEnter(event: PointerEvent): void;
    onPointerLeave(): void;
    onMouseDown(event: React.MouseEvent): void;
    onFocus(event: React.FocusEvent): void;
    onBlur(event: React.FocusEvent): void;
  };
};

/** Windowing, keys and what holds the order, for either shape of the list. */
export function useListRows<Body extends HTMLElement>(
  { rows, stoodFor, scroller, actions, selection, onBusy }: ListProps,
  { rowHeight, headHeight }: Options,
): ListRows<Body> {
  const ref = useRef<Body>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const view = useRowWindow({ count: rows.length, rowHeight, scroller, pinned: focused, headHeight });
  const keys = useRowKeys(
    {
      count: rows.length,
      body: ref,
      scrollTo: view.scrollTo,
      onSelect: (index) => {
        const row = stoodFor[index] ?? [];
        const [lock] = row;
        if (lock) actions.select(lock.id, selectionStateOf(selection, row) !== 'all', false);
      },
    },
    focused,
    setFocused,
  );
  return {
    view,
    body: {
      ref,
      // A finger that scrolls is not a pointer that rests.
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && onBusy('pointer', true),
      onPointerLeave: () => onBusy('pointer', false),
      // Shift selects rows here, not text.
      onMouseDown: (event) => event.shiftKey && event.preventDefault(),
      onFocus: (event) => {
        keys.onFocus(event);
        onBusy('focus', true);
      },
      onBlur: (event) => {
        keys.onBlur(event);
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) onBusy('focus', false);
      },
    },
  };
}
