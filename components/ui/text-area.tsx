import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: ReactNode;
  /** Under the field; bound as its description. */
  hint?: ReactNode;
};

/** A field of several lines with its label. Enter is a line in it and nothing else. */
export function TextArea({ label, hint, className, rows = 2, ...props }: Props) {
  const id = useId();
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className="mb-1 block font-medium text-3 text-xs">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        aria-describedby={hint ? `${id}-note` : undefined}
        autoComplete="off"
        className="block w-full min-w-0 resize-y rounded-md border border-control bg-surface px-2.5 py-1.5 text-1 placeholder:text-3"
        {...props}
      />
      {hint ? (
        <p id={`${id}-note`} className="mt-1 text-3 text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
