'use client';

import { useState } from 'react';

/** `left` = no longer in the list; `item` is then as last known. */
export type Standing<Item> = { item: Item; left: boolean };

/**
 * A short list whose order stands while somebody works in it: everything keeps its place with its figures up to date,
 * what left stays as last known, what is new comes last. `key` names the list: another key is another list.
 */
export function useStanding<Item>(
  key: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
  frozen: boolean,
): readonly Standing<Item>[] {
  const [shown, setShown] = useState<{ key: string; rows: readonly Standing<Item>[] }>({ key, rows: [] });
  const rows = standing(frozen && shown.key === key ? shown.rows : [], items, idOf);
  const isSame =
    shown.key === key &&
    rows.length === shown.rows.length &&
    rows.every(({ item, left }, i) => item === shown.rows[i]?.item && left === shown.rows[i]?.left);
  if (!isSame) setShown({ key, rows });
  return isSame ? shown.rows : rows;
}

/** `items` in the places that they have in `shown`. */
export function standing<Item>(
  shown: readonly Standing<Item>[],
  items: readonly Item[],
  idOf: (item: Item) => string,
): Standing<Item>[] {
  const fresh = new Map(items.map((item) => [idOf(item), item]));
  const kept = shown.map(({ item }) => {
    const now = fresh.get(idOf(item));
    fresh.delete(idOf(item));
    return now === undefined ? { item, left: true } : { item: now, left: false };
  });
  return [...kept, ...[...fresh.values()].map((item) => ({ item, left: false }))];
}
