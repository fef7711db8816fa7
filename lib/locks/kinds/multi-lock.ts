import type { ByteString } from '../../domain/keys/bytes';
import { isLockError, LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import { scripts } from '../../redis/scripts.generated';
import { invalid, keyBytes, type LockKey } from '../core/arguments';
import { clientChecks, reentrantSeen } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import { type Lease, leaseOf } from '../core/lease/lease';
import type { LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol, LockReply } from '../core/protocol';
import { anyOf } from '../core/wait/listening';
import { forceReleaseReentrant, type ReentrantSeen, reentrantSteps } from './reentry';

export type MultiLock = LockClient<Lease<readonly LockKey[]>, ReentrantSeen, readonly LockKey[]>;

/**
 * Several locks at once, all or none: each is an RLock of the same holder, as the members of Redisson's MultiLock are. They
 * are taken in one order everywhere, and whoever finds one held gives back what it took before it waits, so two
 * multi-locks never wait for each other. The lease is lost when one member is. Not atomic for a reader: it may see some
 * members held. `forceRelease` frees one member after the other and tells which were not held as seen.
 */
export function createMultiLock(options: LockClientOptions): MultiLock {
  const { link, shared } = overLink(options, clientChecks);
  const one = reentrantSteps(link);
  const protocol: LockProtocol = {
    ...shared.protocol,
    kind: 'multi-lock',
    async acquire({ key, token, leaseMs, holdCount }) {
      const taken: ByteString[] = [];
      const undo = () =>
        Promise.all(taken.map((member) => one.release(member, token, leaseMs, holdCount - 1)));
      try {
        for (const member of membersOf(key)) {
          taken.push(member); // also when it fails: the command may have been run
          const reply = await link.run(scripts.acquireReentrant, [member], [token, leaseMs, holdCount]);
          if (reply.code === ReplyCode.done) continue;
          taken.pop();
          await undo();
          return reply;
        }
      } catch (error) {
        await undo().catch(() => {}); // else their leases end them
        throw error;
      }
      return { code: ReplyCode.done, detail: leaseMs };
    },
    renew: (key, token, leaseMs) =>
      worstOf(membersOf(key).map((member) => one.renew(member, token, leaseMs))),
    release: (key, token, leaseMs, left) =>
      worstOf(membersOf(key).map((member) => one.release(member, token, leaseMs, left))),
    listen: (key, token) => anyOf(membersOf(key).map((member) => one.listen(member, token))),
    wasForced: async (key, token) => {
      const asked = membersOf(key).map((member) => shared.protocol.wasForced(member, token));
      return (await Promise.all(asked)).includes(true);
    },
  };

  return createLockClient<Lease<readonly LockKey[]>, ReentrantSeen, readonly LockKey[]>(options, {
    ...shared,
    protocol,
    nameOf,
    newToken: (identity) => identity.ownerToken(),
    seen: reentrantSeen,
    leaseOf,
    async forceRelease(name, seen) {
      const members = membersOf(name);
      const results = await Promise.allSettled(members.map((key) => forceReleaseReentrant(link, key, seen)));
      const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      const refused = failed.find((error) => !isLockError(error, 'not-held'));
      if (isLockError(refused, 'changed')) {
        const keys = members.filter((_, i) => results[i]?.status === 'rejected');
        throw new LockError('changed', 'Some members are not held as seen and were left alone', { keys });
      }
      if (refused) throw refused;
      if (failed.length === members.length) throw failed[0];
      return {
        woken: results.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value.woken : 0), 0),
      };
    },
  });
}

/** All calls, then the first reply that is not `done`, else the one with the least time; throws what one threw. */
async function worstOf(calls: Promise<LockReply>[]): Promise<LockReply> {
  const settled = await Promise.allSettled(calls);
  const replies = settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  const bad = replies.find(({ code }) => code !== ReplyCode.done && code !== ReplyCode.stillHeld);
  return bad ?? replies.reduce((least, each) => (each.detail < least.detail ? each : least));
}

/** One name for a set of keys: the same for the same keys in whatever order. */
function nameOf(keys: readonly LockKey[]): ByteString {
  if (!Array.isArray(keys) || keys.length === 0) throw invalid('key', 'must be an array of at least one key');
  return JSON.stringify([...new Set(keys.map(keyBytes))].sort());
}

function membersOf(name: ByteString): ByteString[] {
  return JSON.parse(name);
}
