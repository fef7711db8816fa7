import type { QueryClient } from '@tanstack/react-query';
import { auditQueries, findingsQueries, overviewQueries, silenceQueries } from '@/lib/api/queries';

/** Fetches again what a silence changes; resolves when what is on the screen is as the server has it. */
export async function refreshSilences(cache: QueryClient): Promise<void> {
  const keys = [findingsQueries.all, silenceQueries.all, overviewQueries.all, auditQueries.all];
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
