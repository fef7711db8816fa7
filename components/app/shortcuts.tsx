'use client';

import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useStored } from '../ui/use-stored';

type Handler = () => void;
/** The handler registered last wins: a page may take a key from the shell while it is shown. */
type Registry = { add(keys: string, handler: Handler): () => void };

const ShortcutsContext = createContext<Registry>({ add: () => () => {} });

/** How long the first key of a pair waits for the second. */
const PAIR_MS = 1_500;

/** Listens for single keys; silent in fields, in open dialogs and menus, with a modifier, and when switched off. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const handlers = useRef(new Map<string, Handler[]>());
  const [enabled] = useSingleKeys();
  const registry = useMemo<Registry>(
    () => ({
      add(keys, handler) {
        const stack = handlers.current.get(keys) ?? [];
        handlers.current.set(keys, stack);
        stack.push(handler);
        return () => void stack.splice(stack.indexOf(handler), 1);
      },
    }),
    [],
  );
  // Before the paint, here and below: a key acts as soon as what it acts on is seen.
  useLayoutEffect(() => {
    if (!enabled) return;
    let first: { key: string; atMs: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTaken(event.target)) return;
      const pair = first && event.timeStamp - first.atMs < PAIR_MS ? `${first.key} ${event.key}` : null;
      const handler = (pair && handlers.current.get(pair)?.at(-1)) || handlers.current.get(event.key)?.at(-1);
      const starts = [...handlers.current.keys()].some((keys) => keys.startsWith(`${event.key} `));
      first = starts ? { key: event.key, atMs: event.timeStamp } : null;
      if (!handler) return;
      first = null;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [enabled]);
  return <ShortcutsContext value={registry}>{children}</ShortcutsContext>;
}

/** Runs `handler` on a key (`p`) or a pair (`g l`) while the component is shown. No key may trigger a destructive act. */
export function useShortcut(keys: string, handler: Handler): void {
  const registry = useContext(ShortcutsContext);
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => registry.add(keys, () => latest.current()), [registry, keys]);
}

/** Whether single keys act, and the switch (kept in this browser). */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [choice, setChoice] = useStored('lockscope-keys', 'on');
  return [choice !== 'off', (on) => setChoice(on ? 'on' : 'off')];
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"],[role="alertdialog"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input,textarea,select,[contenteditable="true"],[role="menu"],[role="listbox"]') !== null
  );
}
