import { useQueryClient } from '@tanstack/react-query';
import { Clock, ExternalLink, Link2, LockOpen, type LucideIcon, Plus, SunMoon } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { useOffReason } from '@/components/actions/action-buttons';
import { useNow } from '@/components/app/live-provider';
import { withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { copyText } from '@/components/ui/clipboard';
import { lockQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import { queryString } from '@/lib/contract/request';
import { isShared } from '@/lib/domain/holders/holders-summary';
import { type LockId, lockIdOfPath } from '@/lib/domain/keys/lock-id';
import { momentsIn } from '@/lib/domain/values/moments-in';
import { THEMES, useThemeChoice } from '../use-theme-choice';
import { pagePathIn } from './palette-paths';

/** What can be chosen besides a lock. */
export type PaletteOption = { value: string; icon: LucideIcon; text: string; run(): void };
/** An act that somebody chose: its dialog asks for the rest. */
export type PaletteAct = { lock: Lock; action: 'release' | 'extend' };

/** History is shown from so long before a moment to as long after it. */
const AROUND_MS = 15 * 60_000;

/** What a pasted text leads to besides locks: the page that it links to, the moments that it names. */
export function usePastedOptions(q: string, go: (path: string) => void): PaletteOption[] {
  const t = useT('shell');
  const format = useFormat();
  const [target] = useTarget();
  const nowMs = useNow(60_000, true);
  const path = q === '' ? null : pagePathIn(q, location.origin);
  const page =
    path === null ? [] : [option('page', ExternalLink, t('search.openHere', { path }), () => go(path))];
  const moments = momentsIn(q, nowMs).flatMap(({ atMs, isZoned }) => {
    const named = { moment: format.moment(atMs), zone: isZoned ? '' : t('search.unzoned') };
    const around = { from: String(atMs - AROUND_MS), to: String(atMs + AROUND_MS), target };
    return [
      option(`at ${atMs}`, Clock, t('search.asOf', named), () => go(withMoment('/locks', target, atMs))),
      option(`around ${atMs}`, Clock, t('search.around', named), () => go(`/history${queryString(around)}`)),
    ];
  });
  return [...page, ...moments];
}

/** Acts on the lock that was found, or whose page this is, by right; then what concerns the page. */
export function usePaletteCommands(
  q: string,
  found: Lock | null,
  { onClose, onAct }: { onClose(): void; onAct(act: PaletteAct): void },
): PaletteOption[] {
  const t = useT('shell');
  const [copied, setCopied] = useState<'copied' | 'notCopied' | null>(null);
  const { theme, setTheme } = useThemeChoice();
  const ofPage = useLockOfPage();
  const lock = q === '' ? ofPage : found;
  const off = {
    release: useOffReason(lock ?? { target: '' }, 'release'),
    extend: useOffReason(lock ?? { target: '' }, 'extend'),
  };
  const acts = (['release', 'extend'] as const).flatMap((action) => {
    if (!lock || off[action] !== null || !isOneToActOn(lock, action)) return [];
    const text = t(`search.act.${action}`, { key: lock.key.text });
    const run = () => onAct({ lock, action });
    return [option(action, action === 'release' ? LockOpen : Plus, text, run)];
  });
  const copyLink = async () => setCopied((await copyText(location.href)) ? 'copied' : 'notCopied');
  const ofPages = [
    option('copy-link', Link2, t(`search.${copied ?? 'copyLink'}`), () => void copyLink()),
    ...THEMES.filter((name) => name !== theme).map((name) =>
      option(`theme ${name}`, SunMoon, t('search.theme', { theme: t(`theme.${name}`) }), () => {
        setTheme(name);
        onClose();
      }),
    ),
  ];
  return [...acts, ...ofPages.filter(({ text }) => text.toLowerCase().includes(q.toLowerCase()))];
}

function option(value: string, icon: LucideIcon, text: string, run: () => void): PaletteOption {
  return { value, icon, text, run };
}

/** The lock whose page this is, as it was last read. */
function useLockOfPage(): Lock | null {
  const cache = useQueryClient();
  const [, page, node, segment] = usePathname()?.split('/') ?? [];
  if (page !== 'locks' || !node || !segment) return null;
  const id: LockId = lockIdOfPath(decodeURIComponent(node), decodeURIComponent(segment));
  return cache.getQueryData<LockDetail>(lockQueries.detail(id).queryKey)?.lock ?? null;
}

/** Of several holders one is chosen on the page of the lock. */
function isOneToActOn(lock: Lock, action: PaletteAct['action']): boolean {
  if (lock.holders.length !== 1 || isShared(lock) || !lock.actions[action]) return false;
  return action === 'release' || lock.ttlMs !== 'none';
}
