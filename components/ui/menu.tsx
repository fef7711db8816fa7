'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx';
import { floatRoot } from './float-root';

const ITEM =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:text-off data-[highlighted]:bg-hover';

/** A menu at a trigger. `trigger` is the element that opens it, a Button as a rule. */
export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  className,
  defaultOpen,
}: {
  trigger: ReactElement;
  children: ReactNode;
  defaultOpen?: boolean;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top';
  className?: string;
}) {
  return (
    <Base.Root defaultOpen={defaultOpen ?? false}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={floatRoot()}>
        <Base.Positioner className="z-50 outline-none" align={align} side={side} sideOffset={4}>
          <Base.Popup
            className={cx(
              'fade-float scroll-thin max-h-[var(--available-height)] min-w-48 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float outline-none',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One command. */
export function MenuItem({
  icon,
  danger,
  disabled,
  onClick,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <Base.Item disabled={disabled} onClick={onClick} className={cx(ITEM, danger && 'text-lost')}>
      {icon}
      {children}
    </Base.Item>
  );
}

/** A link to another page, opened like any link. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.LinkItem href={href} className={ITEM}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

/** One of several; the chosen one has a check. */
export function MenuRadio<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[];
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-3 text-xs">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={ITEM} closeOnClick>
            <span className="flex w-4 justify-center">
              <Base.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </Base.RadioItemIndicator>
            </span>
            <span className="min-w-0 truncate">{option.label}</span>
            {option.hint ? <span className="ms-auto ps-4 text-3 text-sm">{option.hint}</span> : null}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** Something switched on or off. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={(next) => onChange(next)} className={ITEM}>
      <span className="flex w-4 justify-center">
        <Base.CheckboxItemIndicator>
          <Check size={14} aria-hidden />
        </Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
