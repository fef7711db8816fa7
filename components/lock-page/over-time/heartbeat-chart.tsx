'use client';

import dynamic from 'next/dynamic';
import { useSize } from '@/components/ui/use-size';
import type { HeartbeatProps } from './heartbeat-picture';

/** What draws charts is not in the first load of any page. */
const Picture = dynamic(() => import('./heartbeat-picture').then((module) => module.HeartbeatPicture), {
  ssr: false,
});

/** How the TTL went: a picture, and its summary for those who do not see it. */
export function HeartbeatChart({ summary, ...props }: HeartbeatProps & { summary: string }) {
  const [ref, size] = useSize();
  return (
    <figure ref={ref} className="relative h-39">
      <figcaption className="sr-only">{summary}</figcaption>
      <div aria-hidden className="absolute inset-0 overflow-hidden">
        {size ? <Picture {...props} size={size} /> : null}
      </div>
    </figure>
  );
}
