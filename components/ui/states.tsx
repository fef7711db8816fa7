import type { ReactNode } from 'react';

/** Nothing to show: what that means, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      {icon ? <span className="mb-1 text-3">{icon}</span> : null}
      <p className="font-semibold">{title}</p>
      {children ? <div className="max-w-[56ch] text-2 text-sm">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
