'use client';

import { Pause, Play, RotateCw } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useT } from '@/components/i18n/use-t';
import { LazyPasskeysDialog } from '@/components/passkeys/lazy-dialog';
import { Menu, MenuItem, MenuLink, MenuRadio, MenuSeparator } from '@/components/ui/menu';
import { useLive } from '../app/live-provider';
import { targetsOf } from '../app/node-summary';
import { useTarget } from '../app/use-target';
import { MoreItems, ThemeChoice } from './menu-choices';
import { PAGES, UNDER_MORE } from './pages';
import type { ShellData } from './use-shell-data';

type WithTrigger<P = object> = P & { trigger: ReactElement };

const ALL = '*';

export function ConnectionMenu({ trigger, data }: WithTrigger<{ data: ShellData }>) {
  const t = useT('shell');
  const [target, setTarget] = useTarget();
  const nodes = data.nodes ?? [];
  const options = [
    { value: ALL, label: t('connections.all'), hint: undefined as string | undefined },
    ...targetsOf(nodes).map((value) => ({
      value,
      label: value,
      hint: nodes.find((node) => node.target === value)?.environment,
    })),
  ];
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuRadio
        label={t('connections.choose')}
        value={target ?? ALL}
        onChange={(next) => setTarget(next === ALL ? null : next)}
        options={options}
      />
    </Menu>
  );
}

export function ThemeMenu({ trigger }: WithTrigger) {
  return (
    <Menu defaultOpen align="end" trigger={trigger}>
      <ThemeChoice />
    </Menu>
  );
}

export function MoreMenu({ trigger, onHelp }: WithTrigger<{ onHelp(): void }>) {
  const passkeys = usePasskeysDialog();
  return (
    <>
      <Menu defaultOpen align="end" trigger={trigger}>
        <MoreItems onHelp={onHelp} onPasskeys={passkeys.open} />
      </Menu>
      {passkeys.dialog}
    </>
  );
}

/** The dialog stays when the menu that opened it has closed. */
function usePasskeysDialog(): { dialog: ReactNode; open(): void } {
  const [isOpen, setOpen] = useState(false);
  return {
    dialog: isOpen ? <LazyPasskeysDialog onClosed={() => setOpen(false)} /> : null,
    open: () => setOpen(true),
  };
}

/** Everything that has no place of its own on a narrow screen. */
export function NarrowMenu({
  trigger,
  onHelp,
  target,
}: WithTrigger<{ onHelp(): void; target: string | null }>) {
  const t = useT('shell');
  const { atMs } = useMoment();
  const live = useLive();
  const isPaused = live.phase === 'paused';
  const passkeys = usePasskeysDialog();
  return (
    <>
      <Menu defaultOpen side="top" align="end" trigger={trigger}>
        {UNDER_MORE.map((page) => {
          const { path, icon: Icon } = PAGES[page];
          return (
            <MenuLink key={page} href={withMoment(path, target, atMs)} icon={<Icon size={16} aria-hidden />}>
              {t(`nav.${page}`)}
            </MenuLink>
          );
        })}
        <MenuItem
          icon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          onClick={isPaused ? live.resume : live.pause}
        >
          {isPaused ? t('live.resume') : t('live.pause')}
        </MenuItem>
        <MenuItem icon={<RotateCw size={16} aria-hidden />} onClick={live.refresh}>
          {t('live.refresh')}
        </MenuItem>
        <MenuSeparator />
        <ThemeChoice />
        <MenuSeparator />
        <MoreItems onHelp={onHelp} onPasskeys={passkeys.open} />
      </Menu>
      {passkeys.dialog}
    </>
  );
}
