'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useLive } from '../app/live-provider';
import { useShortcut } from '../app/shortcuts';
import { useTarget } from '../app/use-target';
import { DOCS_PAGE, PAGES } from './pages';
import { useNextTheme } from './use-theme-choice';

/** The keys that work on every page. */
export function useFrameKeys({ onSearch, onHelp }: { onSearch(): void; onHelp(): void }): void {
  const router = useRouter();
  const [target] = useTarget();
  const { atMs } = useMoment();
  const live = useLive();
  const nextTheme = useNextTheme();
  const go = (path: string) => router.push(withMoment(path, target, atMs));
  useShortcut('?', onHelp);
  useShortcut('/', onSearch);
  useShortcut('t', nextTheme);
  useShortcut('p', () => (live.phase === 'paused' ? live.resume() : live.pause()));
  useShortcut('r', live.refresh);
  useShortcut(`g ${PAGES.overview.key}`, () => go(PAGES.overview.path));
  useShortcut(`g ${PAGES.locks.key}`, () => go(PAGES.locks.path));
  useShortcut(`g ${PAGES.families.key}`, () => go(PAGES.families.path));
  useShortcut(`g ${PAGES.graph.key}`, () => go(PAGES.graph.path));
  useShortcut(`g ${PAGES.holders.key}`, () => go(PAGES.holders.path));
  useShortcut(`g ${PAGES.history.key}`, () => go(PAGES.history.path));
  useShortcut(`g ${PAGES.findings.key}`, () => go(PAGES.findings.path));
  useShortcut(`g ${PAGES.insights.key}`, () => go(PAGES.insights.path));
  useShortcut(`g ${PAGES.nodes.key}`, () => go(PAGES.nodes.path));
  useShortcut(`g ${PAGES.audit.key}`, () => go(PAGES.audit.path));
  useShortcut(`g ${DOCS_PAGE.key}`, () => go(DOCS_PAGE.path));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
      if (document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
      event.preventDefault();
      onSearch();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onSearch]);
}
