import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { ConsoleError } from '../../domain/values/errors';
import type { AnyRedis } from '../connection';
import { HEAD_LIMIT } from '../key-reply';
import { BYTES_PER_CALL, KEYS_PER_CALL, readInOneCall } from './read-by-script';

/** Most calls in flight at once: more would delay other clients of the server. */
const CALLS_AT_ONCE = 8;

type Group = { at: number; keys: readonly ByteString[] };
/** `lifted`: a single group, with room for all its keys. */
type Call = { groups: Group[]; lifted: boolean };

/**
 * Reads groups of keys into `found` at their places, each group at one moment. Groups share a call if they fit into it
 * completely; a group that was answered in part is read again alone. If it throws, `found` has the groups that were read
 * before.
 */
export async function readGroupsByScript(
  redis: AnyRedis,
  groups: readonly (readonly ByteString[])[],
  now: () => number,
  found: (RawKey[] | null)[],
): Promise<void> {
  const calls = pack(groups);
  while (calls.length > 0) {
    const underWay = calls.splice(0, CALLS_AT_ONCE);
    const answers = await Promise.allSettled(underWay.map((call) => ask(redis, call, now)));
    for (const [i, call] of underWay.entries()) {
      const answer = answers[i];
      if (answer?.status === 'fulfilled') calls.push(...take(answer.value, call, found));
    }
    const failed = answers.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

function pack(groups: readonly (readonly ByteString[])[]): Call[] {
  const calls: Call[] = [];
  let room = 0;
  for (const [at, keys] of groups.entries()) {
    const last = calls.at(-1);
    if (last && keys.length <= room) last.groups.push({ at, keys });
    else {
      calls.push({ groups: [{ at, keys }], lifted: false });
      room = KEYS_PER_CALL;
    }
    room -= keys.length;
  }
  return calls;
}

function ask(redis: AnyRedis, { groups, lifted }: Call, now: () => number): Promise<RawKey[]> {
  const keys = groups.flatMap((group) => group.keys);
  if (keys.length === 0) return Promise.resolve([]);
  return readInOneCall(redis, keys, lifted ? keys.length * HEAD_LIMIT : BYTES_PER_CALL, now);
}

/** Returns the calls for the groups that were not answered completely. */
function take(read: readonly RawKey[], { groups, lifted }: Call, found: (RawKey[] | null)[]): Call[] {
  const again: Call[] = [];
  let from = 0;
  for (const group of groups) {
    const end = from + group.keys.length;
    if (end <= read.length) found[group.at] = read.slice(from, end);
    else if (lifted) throw new ConsoleError('unexpected-reply', 'a group of keys was not answered whole');
    else again.push({ groups: [group], lifted: true });
    from = end;
  }
  return again;
}
