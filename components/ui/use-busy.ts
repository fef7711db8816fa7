'use client';

import { type FocusEvent, type PointerEvent, useState } from 'react';

type BusyState = {
  /** The pointer is over the part, or focus is in it. */
  busy: boolean;
  /** For the part. */
  props: {
    onPointerEnter(event: PointerEvent): void;
    onPointerLeave(): void;
    onFocus(): void;
    onBlur(event: FocusEvent): void;
  };
};

/** Whether somebody works in a part of the page, so that its order must stand. */
export function useBusy(): BusyState {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  return {
    busy: pointer || focus,
    props: {
      // A finger that scrolls is not a pointer that rests.
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setFocus(false);
      },
    },
  };
}
