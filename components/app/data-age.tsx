'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useNow } from './live-provider';
import { useFreshness } from './use-freshness';

/** How old what is shown is, and how many nodes it is from where they are not all; null = not known yet. */
export function useDataAge(): string | null {
  const t = useT('shell');
  const common = useT('common');
  const format = useFormat();
  const nowMs = useNow();
  const fresh = useFreshness();
  if (!fresh || fresh.total === 0) return null;
  const { total, answering, oldestAtMs } = fresh;
  const nodes = t('fresh.nodes', { answering, total });
  if (answering === 0) return `${t('fresh.none')} · ${nodes}`;
  if (oldestAtMs === null || nowMs === 0) return answering < total ? nodes : null;
  const age = common('ago', { age: format.age(Math.max(0, nowMs - oldestAtMs)) });
  return answering < total ? `${age} · ${nodes}` : age;
}

/** The same, after what stands before it. */
export function DataAge() {
  const age = useDataAge();
  return age === null ? null : <> · {age}</>;
}
