'use client';

import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';

/** A check box, 16 in a target of 24; `label` names it for screen readers. */
export function Checkbox({
  checked,
  mixed,
  onChange,
  label,
  disabled,
  onClick,
}: {
  checked: boolean;
  mixed?: boolean;
  onChange(checked: boolean): void;
  label: string;
  disabled?: boolean;
  /** Sees the modifier keys first, for ranges. */
  onClick?(event: React.MouseEvent): void;
}) {
  return (
    <Base.Root
      checked={checked}
      indeterminate={mixed ?? false}
      disabled={disabled}
      aria-label={label}
      onClick={onClick}
      onCheckedChange={(next) => onChange(next)}
      className="group flex size-6 shrink-0 items-center justify-center rounded-sm"
    >
      <span className="flex size-4 items-center justify-center rounded-sm border border-control bg-surface text-on-info group-data-[checked]:border-info-mark group-data-[checked]:bg-info-mark group-data-[indeterminate]:border-info-mark group-data-[indeterminate]:bg-info-mark group-data-[disabled]:opacity-50">
        <Base.Indicator>
          {mixed ? (
            <Minus size={12} strokeWidth={3} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </Base.Indicator>
      </span>
    </Base.Root>
  );
}
