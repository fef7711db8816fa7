import type { ByteString } from '../../domain/keys/bytes';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { type KeyLocation, knownOf } from '../../reads/find-lock';
import { readLock } from '../../reads/read-lock';
import { atAddress, type Endpoint, endpointOf } from '../../redis/connection';
import type { Runtime } from '../../server/runtime/types';
import type { XrayNames } from './xray-verbs';

/** A server that has a lock, and how it is called on screens. */
export type Server = { node: string; endpoint: Endpoint };

/** Where the lock is: one server, or every master of a group. Throws `node-down` where a cluster does not say. */
export function xrayServersOf({ key, watched: { target, collector, masters } }: KeyLocation): Server[] {
  const { topology } = target;
  if (topology.kind === 'redlock')
    return topology.members.map((member, i) => ({
      node: masters[i]?.node ?? '',
      endpoint: endpointOf(member),
    }));
  const node = collector.nodeOf(key);
  if (topology.kind !== 'cluster') return [{ node, endpoint: endpointOf(target) }];
  if (!/:\d+$/.test(node)) throw new ConsoleError('node-down', 'no node of the cluster has this key now');
  return [{ node, endpoint: atAddress(target, node) }];
}

/** Every name that commands may know the lock by. Of one that cannot be read, its key. */
export async function xrayNamesOf(runtime: Pick<Runtime, 'now'>, place: KeyLocation): Promise<XrayNames> {
  const { key, watched } = place;
  const alone = {
    db: watched.target.db,
    key,
    beside: new Set<ByteString>(),
    channels: new Set<ByteString>(),
  };
  try {
    const { raw, lock } = await readLock(watched.actions, key, { now: runtime.now, ...knownOf(place) });
    if (!lock) return { ...alone, beside: new Set(watched.registry.companionsOf(raw)) };
    const { format, decoded } = lock.recognised;
    const wakes = format.wakesBy?.(key);
    const channels: ByteString[] = [
      ...(format.channels ? [format.channels.channelOf(key)] : []),
      ...(wakes && 'channel' in wakes ? [wakes.channel] : []),
      ...(decoded.queue?.places ?? []).flatMap(
        ({ token }) => format.channels?.waiterChannelOf?.(key, token) ?? [],
      ),
    ];
    const beside: ByteString[] = [
      ...(format.companions?.of(raw) ?? []),
      ...(wakes && 'list' in wakes ? [wakes.list] : []),
    ];
    return {
      ...alone,
      beside: new Set(beside.filter((name) => name !== key)),
      channels: new Set(channels),
    };
  } catch (error) {
    if (isConsoleError(error)) return alone;
    throw error;
  }
}
