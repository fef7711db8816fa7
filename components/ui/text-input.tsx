import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx';

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode;
  /** Under the field; bound as its description. */
  hint?: ReactNode;
  /** Replaces the hint and marks the field as wrong. */
  error?: ReactNode;
  mono?: boolean;
  labelHidden?: boolean;
};

/** A text field with its label, 32 high. Paste and password managers work. */
export function TextInput({ label, hint, error, mono, labelHidden, className, ...props }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block font-medium text-3 text-xs'}>
        {label}
      </label>
      <input
        id={id}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        spellCheck={mono ? false : undefined}
        className={cx(
          'h-8 w-full min-w-0 rounded-md border bg-surface px-2.5 text-1 placeholder:text-3',
          error ? 'border-lost-mark' : 'border-control',
          mono && 'mono',
        )}
        {...props}
      />
      {note ? (
        <p id={`${id}-note`} className={cx('mt-1 text-sm', error ? 'text-lost' : 'text-3')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
