'use client';

import { ChevronDown, Database, Ellipsis, Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { lazy } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { targetsOf } from '../app/node-summary';
import { LazyMenu } from './lazy-menu';
import type { ShellData } from './use-shell-data';
import { useThemeChoice } from './use-theme-choice';

const load = () => import('./menus');
const preload = () => void load();
const ConnectionMenu = lazy(async () => ({ default: (await load()).ConnectionMenu }));
const ThemeMenu = lazy(async () => ({ default: (await load()).ThemeMenu }));
const MoreMenu = lazy(async () => ({ default: (await load()).MoreMenu }));
const NarrowMenu = lazy(async () => ({ default: (await load()).NarrowMenu }));

/** Which connections the pages are about. As wide whatever their names. */
export function ConnectionPicker({ data }: { data: ShellData }) {
  const t = useT('shell');
  const targets = targetsOf(data.nodes ?? []);
  const known = targets.length === 1 ? targets[0] : t('connections.all');
  const name = data.target ?? (data.nodes ? known : t('connections.unknown'));
  const trigger = (
    <button
      type="button"
      aria-label={`${t('connections.label')}: ${name}`}
      className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 hover:bg-hover aria-expanded:bg-hover max-sm:flex-1 sm:w-44 lg:w-[272px]"
    >
      <Database size={14} aria-hidden className="shrink-0 text-3 max-sm:hidden" />
      <span className="truncate font-semibold">{name}</span>
      {data.nodes ? (
        <>
          <span className="shrink-0 whitespace-nowrap text-3 max-lg:hidden">
            {t('connections.count', { count: targets.length })}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-3" />
        </>
      ) : null}
    </button>
  );
  return (
    <LazyMenu trigger={trigger} preload={preload}>
      {(own) => <ConnectionMenu trigger={own} data={data} />}
    </LazyMenu>
  );
}

export function ThemeButton() {
  const t = useT('shell');
  const { isDark } = useThemeChoice();
  const Icon = isDark ? Moon : Sun;
  const trigger = (
    <Button variant="ghost" square aria-label={t('theme.label')} icon={<Icon size={16} aria-hidden />} />
  );
  return (
    <LazyMenu trigger={trigger} preload={preload}>
      {(own) => <ThemeMenu trigger={own} />}
    </LazyMenu>
  );
}

export function MoreButton({ onHelp }: { onHelp(): void }) {
  const t = useT('shell');
  const trigger = (
    <Button variant="ghost" square aria-label={t('more.label')} icon={<Ellipsis size={16} aria-hidden />} />
  );
  return (
    <LazyMenu trigger={trigger} preload={preload}>
      {(own) => <MoreMenu trigger={own} onHelp={onHelp} />}
    </LazyMenu>
  );
}

type NarrowProps = { className: string; target: string | null; onHelp(): void };

export function NarrowMoreButton({ className, target, onHelp }: NarrowProps) {
  const t = useT('shell');
  const trigger = (
    <button type="button" className={className}>
      <MenuIcon size={18} aria-hidden />
      {t('more.label')}
    </button>
  );
  return (
    <LazyMenu trigger={trigger} preload={preload}>
      {(own) => <NarrowMenu trigger={own} target={target} onHelp={onHelp} />}
    </LazyMenu>
  );
}
