import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import type { PaletteOption } from './use-palette-commands';

export const PALETTE_GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-3';
export const PALETTE_ITEM =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 data-[selected=true]:bg-selected';

type GroupProps = { heading: string; options: readonly PaletteOption[]; children?: ReactNode };

/** Options under a heading; nothing without any. */
export function PaletteGroup({ heading, options, children }: GroupProps) {
  if (options.length === 0 && !children) return null;
  return (
    <Command.Group heading={heading} className={PALETTE_GROUP}>
      {options.map((option) => (
        <PaletteItem key={option.value} option={option} />
      ))}
      {children}
    </Command.Group>
  );
}

export function PaletteItem({ option, disabled }: { option: PaletteOption; disabled?: boolean }) {
  const { value, icon: Icon, text, run } = option;
  return (
    <Command.Item value={value} onSelect={run} className={PALETTE_ITEM} {...(disabled && { disabled })}>
      <Icon size={14} aria-hidden className="shrink-0 text-3" />
      <span className="wrap-anywhere line-clamp-2 min-w-0">{text}</span>
    </Command.Item>
  );
}
