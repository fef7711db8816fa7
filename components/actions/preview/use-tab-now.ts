import { useMonotonicNow } from '@/components/app/live-provider';
import { tabNowMs } from '@/lib/api/tab-clock';

/** Now, ticking, on the clock by which readings for an act are as old as they are: one that goes on while the computer sleeps. */
export function useTabNow(everyMs: number): number {
  useMonotonicNow(everyMs);
  return tabNowMs();
}
