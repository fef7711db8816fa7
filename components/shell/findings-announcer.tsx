'use client';

import { useEffect, useRef } from 'react';
import { useT } from '@/components/i18n/use-t';
import type { OpenFinding } from '@/lib/domain/api';
import { useAnnounce } from './announcer';
import type { ShellData } from './use-shell-data';

/** Tells screen readers when more findings need somebody than before; never what merely ticks. */
export function FindingsAnnouncer({ data }: { data: ShellData }) {
  const t = useT('shell');
  const announce = useAnnounce();
  const last = useRef<number | null>(null);
  const count = urgentCount(data);
  useEffect(() => {
    if (count === null) return;
    if (last.current !== null && count > last.current) announce(t('nav.news', { count }));
    last.current = count;
  }, [count, announce, t]);
  return null;
}

/** Findings that are lost or at risk; null = not known yet. */
export function urgentCount({ overview }: Pick<ShellData, 'overview'>): number | null {
  if (!overview) return null;
  return overview.openFindings?.urgent ?? sum(overview.findings.filter(isUrgent));
}

/** All that are open and not silenced; null = not known yet. */
export function openCount({ overview }: Pick<ShellData, 'overview'>): number | null {
  if (!overview) return null;
  return overview.openFindings?.all ?? sum(overview.findings);
}

function isUrgent({ severity }: OpenFinding): boolean {
  return severity === 'lost' || severity === 'at-risk';
}

function sum(findings: readonly OpenFinding[]): number {
  return findings.reduce((all, { count }) => all + count, 0);
}
