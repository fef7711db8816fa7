import { ABSENT_KEY, HOLDER, KEYS, lockId, lockPath } from './locks';

/** Every page, as a link to it that names the connection, but the documentation, which states nothing of now (`docs.spec.ts`). */
export function pagesOf(target: string): string[] {
  const of = `target=${encodeURIComponent(target)}`;
  return [
    `/?${of}`,
    `/locks?${of}`,
    `/locks?${of}&view=families`,
    `/families?${of}`,
    `/insights?${of}`,
    ...Object.values(KEYS).map((key) => lockPath(target, key)),
    lockPath(target, ABSENT_KEY),
    `/graph?${of}`,
    `/graph?${of}&view=graph`,
    `/history?${of}`,
    `/holders?${of}`,
    `/holders/${encodeURIComponent(`instance:${HOLDER.split(':')[0]}`)}?${of}`,
    `/timeline?${of}`,
    `/timeline?lock=${encodeURIComponent(lockId(target, KEYS.hash))}`,
    `/findings?${of}`,
    `/nodes?${of}`,
    `/audit?${of}`,
    `/possible?${of}`,
    '/requests',
    `/settings?open=${encodeURIComponent(target)}`,
    '/settings?tab=patterns',
    '/settings?tab=health',
  ];
}
