import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';

export type ButtonVariant = 'default' | 'primary' | 'danger-outline' | 'danger-solid' | 'ghost' | 'link';

const VARIANTS = {
  default: 'border border-line-strong bg-surface text-1 hover:bg-hover aria-expanded:bg-hover',
  primary: 'border border-info-mark bg-info-mark text-on-info hover:brightness-95',
  'danger-outline': 'border border-lost-line bg-surface text-lost hover:bg-lost-tint',
  'danger-solid': 'border border-lost-mark bg-lost-mark text-on-lost hover:brightness-95',
  ghost: 'border border-transparent text-2 hover:bg-hover hover:text-1 aria-expanded:bg-hover',
  link: 'border border-transparent text-info hover:underline',
} satisfies Record<ButtonVariant, string>;

const OFF = 'border border-line-strong bg-sunken text-3';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** `md` is 32 high, `sm` 28. */
  size?: 'md' | 'sm';
  /** Before the text, 16 px. */
  icon?: ReactNode;
  /** Square, for an icon alone; give `aria-label`. */
  square?: boolean;
  /** Looks and acts disabled yet keeps focus, so that its reason (`title`, tooltip) can be read. */
  off?: boolean;
};

/** A button. Always give `aria-label` when there is no text. */
export function Button({ variant = 'default', size = 'md', icon, square, off, ...rest }: ButtonProps) {
  const { className, children, type = 'button', onClick, ...props } = rest;
  const plain = variant === 'ghost' || variant === 'link';
  return (
    <button
      type={type}
      aria-disabled={off || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
      className={cx(
        'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium',
        'disabled:opacity-60',
        size === 'md' ? 'h-8' : 'h-7 text-sm',
        square
          ? size === 'md'
            ? 'w-8'
            : 'w-7'
          : variant === 'link'
            ? 'px-1'
            : size === 'md'
              ? 'px-3'
              : 'px-2',
        off ? (plain ? 'border border-transparent text-off' : OFF) : VARIANTS[variant],
        className,
      )}
      {...props}
    >
      {icon}
      {children}
    </button>
  );
}
