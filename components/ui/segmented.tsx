'use client';

import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';

/** One of a few, side by side, 28 high. `name` is read where the option is an icon. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: ReactNode; name?: string }[];
}) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={(next) => {
        const chosen = next[0] as Value | undefined;
        if (chosen) onChange(chosen);
      }}
      className="inline-flex h-7 shrink-0 overflow-hidden rounded-md border border-line-strong bg-surface"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          aria-label={option.name}
          className="flex min-w-7 items-center justify-center gap-1.5 border-line-strong border-s px-2.5 whitespace-nowrap text-2 text-sm outline-offset-[-2px] first:border-s-0 hover:bg-hover data-[pressed]:bg-sunken data-[pressed]:font-medium data-[pressed]:text-1"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
