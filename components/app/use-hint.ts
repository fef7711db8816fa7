import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Before it opens under the pointer, and before it closes once the pointer left, ms. */
const HOVER_MS = { open: 350, close: 150 };
/** Between the button and what floats, and between that and the edge of the window, px. */
const GAP = { button: 6, edge: 8 };

/**
 * A popup that belongs to a button which is there before and after it: opened by focus, hover and click, closed by Escape. What
 * is in it is the next stop of Tab, and the one after that is the next stop after the button. `id` = of the popup.
 */
export function useHint(button: RefObject<HTMLElement | null>, id: string) {
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Focus that is given back to the button is no wish to see it again. */
  const isGivenBack = useRef(false);

  const set = (open: boolean, delayMs = 0) => {
    clearTimeout(timer.current);
    if (delayMs === 0) setOpen(open);
    else timer.current = setTimeout(() => setOpen(open), delayMs);
  };
  const hasFocus = () => isIn(document.activeElement, button.current, popup.current);
  const leave = () => !hasFocus() && set(false, HOVER_MS.close);
  const close = () => {
    const { activeElement } = document;
    if (isIn(activeElement, popup.current)) {
      isGivenBack.current = true;
      button.current?.focus({ preventScroll: true });
    }
    set(false);
  };
  const latest = useRef({ set, leave, close });
  latest.current = { set, leave, close };

  useEffect(() => {
    const of = button.current;
    if (!of) return;
    const ends = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => of.addEventListener(type, listener, { signal: ends.signal });
    const open = () => latest.current.set(true);
    on('focus', () => {
      if (!isGivenBack.current) open();
      isGivenBack.current = false;
    });
    on('blur', ({ relatedTarget }) => !isIn(relatedTarget, popup.current) && latest.current.set(false));
    on('click', open);
    on(
      'pointerenter',
      ({ pointerType }) => pointerType === 'mouse' && latest.current.set(true, HOVER_MS.open),
    );
    on('pointerleave', () => latest.current.leave());
    on('keydown', (event) => {
      const [first] = event.key === 'Tab' && !event.shiftKey ? stopsIn(popup.current) : [];
      if (!first) return;
      event.preventDefault();
      first.focus();
    });
    of.setAttribute('aria-haspopup', 'dialog');
    if (document.activeElement === of) open();
    return () => {
      ends.abort();
      clearTimeout(timer.current);
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) of.removeAttribute(name);
    };
  }, [button]);

  useLayoutEffect(() => {
    const of = button.current;
    of?.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen || !of) return;
    of.setAttribute('aria-controls', id);
    const ends = new AbortController();
    const { signal } = ends;
    const place = () => popup.current && placeAt(popup.current, of);
    place();
    window.addEventListener('resize', place, { signal });
    window.addEventListener('scroll', place, { capture: true, passive: true, signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && latest.current.close(), { signal });
    document.addEventListener(
      'pointerdown',
      ({ target }) => !isIn(target, of, popup.current) && latest.current.set(false),
      { signal },
    );
    return () => {
      ends.abort();
      of.removeAttribute('aria-controls');
    };
  }, [isOpen, button, id]);

  return {
    isOpen,
    props: {
      ...{ id, ref: popup, tabIndex: -1 },
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: leave,
      onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) =>
        !isIn(relatedTarget, button.current, popup.current) && set(false),
      onKeyDown: (event: KeyboardEvent) => {
        const stops = stopsIn(popup.current);
        if (event.key !== 'Tab' || event.target !== stops.at(event.shiftKey ? 0 : -1)) return;
        if (event.shiftKey) {
          event.preventDefault();
          button.current?.focus();
        } else close(); // the browser goes on from the button
      },
    },
  };
}

function isIn(target: EventTarget | null, ...elements: (Element | null)[]): boolean {
  return target instanceof Node && elements.some((element) => element?.contains(target));
}

/** What Tab stops at. */
function stopsIn(popup: HTMLElement | null): HTMLElement[] {
  return [...(popup?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
}

/** Under the button, or over it where there is no room; never past the edge of the window. */
function placeAt(popup: HTMLElement, button: HTMLElement): void {
  const of = button.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const start = getComputedStyle(button).direction === 'rtl' ? of.right - width : of.left;
  const under = of.bottom + GAP.button;
  const over = Math.max(GAP.edge, of.top - GAP.button - height);
  popup.style.left = `${Math.max(GAP.edge, Math.min(start, clientWidth - GAP.edge - width))}px`;
  popup.style.top = `${under + height > clientHeight - GAP.edge ? over : under}px`;
}
