'use client';

import { useEffect, useRef } from 'react';
import { useT } from '@/components/i18n/use-t';
import { useAnnounce } from '../app/announcer';
import type { ShellData } from './use-shell-data';

/** Tells screen readers when more findings need somebody than before; never what merely ticks. */
export function FindingsAnnouncer({ data }: { data: ShellData }) {
  const t = useT('shell');
  const announce = useAnnounce();
  const last = useRef<number | null>(null);
  const count = data.tally?.findings.urgent ?? null;
  useEffect(() => {
    if (count === null) return;
    if (last.current !== null && count > last.current) announce(t('nav.news', { count }));
    last.current = count;
  }, [count, announce, t]);
  return null;
}
