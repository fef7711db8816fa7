import type { ReactNode } from 'react';

/** Heading of a page with what is known beside it, then its content. */
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
        {hint ? <p className="num text-3 text-sm">{hint}</p> : null}
        {right ? <div className="ms-auto flex items-center gap-2">{right}</div> : null}
      </div>
      {children}
    </>
  );
}
