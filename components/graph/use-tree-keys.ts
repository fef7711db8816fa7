'use client';

import { type RefCallback, useCallback } from 'react';

/** What focus moves to in a row: the name as a link, else what opens and closes it. */
const STOPS = '[data-row] :is(a, button[aria-expanded])';

/**
 * Arrow keys in nested lists, while focus is on a name or a switch: up and down move to the next row, right opens what is
 * closed, left closes what is open or moves to the row above. Rows are `[data-row]`, each in an `li`.
 */
export function useTreeKeys(): RefCallback<HTMLElement> {
  return useCallback((tree: HTMLElement | null) => {
    if (!tree) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || !target.matches(STOPS)) return;
      const row = target.closest('[data-row]');
      if (row && act(tree, row, key)) event.preventDefault();
    };
    tree.addEventListener('keydown', onKey);
    return () => tree.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the key meant something here. */
function act(tree: HTMLElement, row: Element, key: string): boolean {
  const toggle = row.querySelector<HTMLElement>('button[aria-expanded]');
  const isOpen = toggle?.getAttribute('aria-expanded') === 'true';
  if (key === 'ArrowRight' && toggle && !isOpen) toggle.click();
  else if (key === 'ArrowLeft' && toggle && isOpen) toggle.click();
  else if (key === 'ArrowLeft') focusRow(row.closest('li')?.parentElement?.closest('li'));
  else if (key === 'ArrowDown' || key === 'ArrowRight') move(tree, row, 1);
  else if (key === 'ArrowUp') move(tree, row, -1);
  else return false;
  return true;
}

function move(tree: HTMLElement, row: Element, by: number): void {
  const rows = [...tree.querySelectorAll('[data-row]')].filter((each) => each.querySelector('a, button'));
  focusRow(rows[rows.indexOf(row) + by]?.parentElement);
}

function focusRow(item: Element | null | undefined): void {
  const row = item?.querySelector('[data-row]');
  (row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('button'))?.focus();
}
