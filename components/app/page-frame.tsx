import type { ReactNode } from 'react';

/** The room of a page inside the frame: its margins, its parts one below the other, at least as high as the window. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className="flex min-h-full flex-col gap-3 px-3 py-3 sm:px-4">{children}</div>;
}

/** Heading of a page with what is known beside it, under it on narrow screens, then its content. */
export function PageFrame({
  title,
  hint,
  right,
  children,
}: {
  title: string;
  hint?: ReactNode;
  right?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5">
        <h1 className="font-title text-xl">{title}</h1>
        {hint ? (
          <div className="tabular-nums text-3 text-sm max-sm:order-last max-sm:min-h-8 max-sm:w-full">
            {hint}
          </div>
        ) : null}
        {right ? <div className="ms-auto flex items-center gap-2">{right}</div> : null}
      </div>
      {children}
    </>
  );
}
