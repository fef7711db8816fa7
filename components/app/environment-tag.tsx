'use client';

import { useQuery } from '@tanstack/react-query';
import { Shield } from 'lucide-react';
import { cx } from '@/components/ui/cx';
import { nodesQueries } from '@/lib/api/queries';
import { environmentOf } from './node-summary';

/** The environment of a connection as a block at the start of a dialog's head; nothing while it is not known. */
export function EnvironmentTag({ target }: { target: string }) {
  // The frame fetches them.
  const { data } = useQuery({ ...nodesQueries.now(), enabled: false });
  const environment = environmentOf(data?.nodes ?? [], target);
  const name = environment?.names[0];
  if (name === undefined) return null;
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-2 rounded-sm px-2 py-0.5 font-semibold text-xs uppercase tracking-wide',
        'sm:-my-2 sm:-ms-5 sm:min-h-[52px] sm:rounded-none sm:px-4',
        environment?.production
          ? 'bg-inverse text-on-inverse'
          : 'bg-sunken text-2 sm:border-line sm:border-e',
      )}
    >
      <Shield size={14} aria-hidden className="shrink-0" />
      {name}
    </span>
  );
}
