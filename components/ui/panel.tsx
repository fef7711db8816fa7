import { type ReactNode, useId } from 'react';
import { cx } from './cx';

type Props = {
  title: ReactNode;
  /** Small and grey beside the title. */
  hint?: ReactNode;
  /** At the right edge of the header: known-by, a link, a switch. */
  right?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Class of the part under the header; default has no padding. */
  bodyClassName?: string;
  level?: 2 | 3;
  id?: string;
  /** On narrow screens the title has a line of its own, which wraps. */
  stacks?: boolean;
};

/** A titled part of a page: header 36 high with a hairline, then the content. A region named by its title. */
export function Panel({
  title,
  hint,
  right,
  children,
  className,
  bodyClassName,
  level = 2,
  id,
  stacks,
}: Props) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={cx('panel flex min-w-0 flex-col', className)}>
      <PanelHeader titleId={titleId} title={title} hint={hint} right={right} level={level} stacks={stacks} />
      <div className={cx('min-h-0 min-w-0 flex-1', bodyClassName)}>{children}</div>
    </section>
  );
}

/** The header alone, for a second part inside one panel. */
function PanelHeader({
  title,
  hint,
  right,
  level = 2,
  titleId,
  divided,
  stacks,
}: Pick<Props, 'title' | 'hint' | 'right' | 'level' | 'stacks'> & { titleId?: string; divided?: boolean }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header
      className={cx(
        'flex h-9 shrink-0 items-center gap-2 border-line border-b px-3',
        divided && 'border-t',
        stacks && 'max-sm:h-auto max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1.5',
      )}
    >
      <Heading
        id={titleId}
        className={cx(
          'shrink-0 whitespace-nowrap font-semibold text-base',
          stacks && 'max-sm:w-full max-sm:whitespace-normal',
        )}
      >
        {title}
      </Heading>
      {hint ? <span className="min-w-0 truncate text-3 text-sm">{hint}</span> : null}
      {right ? (
        <span className="ms-auto flex shrink-0 items-center gap-2 text-3 text-sm">{right}</span>
      ) : null}
    </header>
  );
}
