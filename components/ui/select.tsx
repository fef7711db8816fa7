'use client';

import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { floatRoot } from './float-root';

/** One of several, as a button 32 high (28 when `small`) with a list. */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  icon,
  small,
  className,
}: {
  /** Name for screen readers; the shown text is the chosen option. */
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: string }[];
  icon?: ReactNode;
  small?: boolean;
  className?: string;
}) {
  return (
    <Base.Root value={value} onValueChange={(next) => next !== null && onChange(next)} items={options}>
      <Base.Trigger
        aria-label={label}
        className={cx(
          'inline-flex shrink-0 select-none items-center gap-2 whitespace-nowrap rounded-md border border-line-strong bg-surface px-3 font-medium text-1 hover:bg-hover',
          small ? 'h-7 text-sm' : 'h-8',
          className,
        )}
      >
        {icon}
        <Base.Value />
        <Base.Icon className="text-3">
          <ChevronDown size={14} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={floatRoot()}>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="fade-float min-w-[var(--anchor-width)] rounded-md border border-line bg-raised p-1 shadow-float outline-none">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 outline-none data-[highlighted]:bg-hover"
                >
                  <span className="flex w-4 justify-center">
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
