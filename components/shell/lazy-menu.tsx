'use client';

import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

type Props = {
  trigger: Trigger;
  /** Starts fetching the menu's code; called when somebody comes near. */
  preload(): void;
  /** The menu, open at first, with this trigger. */
  children(trigger: Trigger): ReactNode;
};

/** A button whose menu is fetched when it is first wanted: the frame stays light. */
export function LazyMenu({ trigger, preload, children }: Props) {
  const [wanted, setWanted] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  return wanted ? <Suspense fallback={closed}>{children(trigger)}</Suspense> : closed;
}
