import type { TriedUse } from './rights';

/**
 * One `ACL SETUSER` line that adds to this user's rights exactly what was denied, and no more; null = nothing was. `version` =
 * what the server reports: before Redis 7 a key cannot be granted for reading alone.
 */
export function grantLine(user: string, tried: readonly TriedUse[], version: string | null): string | null {
  const keyless = tried.filter(({ use, is }) => is === 'elsewhere' && !isOfChannel(use.command));
  const channels = tried.some(({ use, is }) => is === 'elsewhere' && isOfChannel(use.command));
  const writes = keyless.some(({ use }) => use.isAction) || Number.parseFloat(version ?? '') < 7;
  const added = [
    ...(keyless.length > 0 ? [writes ? '~*' : '%R~*'] : []),
    ...(channels ? ['&*'] : []),
    ...tried.flatMap(({ use, is }) => (is === 'denied' ? [`+${use.command.toLowerCase()}`] : [])),
  ];
  return added.length === 0 ? null : ['ACL SETUSER', user, ...added].join(' ');
}

/** Whether a refusal that is not of the command itself is of a channel, and not of a key. */
export function isOfChannel(command: string): boolean {
  return /SUBSCRIBE$|^PUBLISH$/.test(command);
}
