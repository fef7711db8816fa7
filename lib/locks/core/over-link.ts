import { forcedKeyOf } from '../../domain/keys/forced';
import { keyBytes } from './arguments';
import { type Checks, checkOptions } from './checks';
import type { Lease } from './lease/lease';
import { type LockLink, openLink } from './link';
import type { LockImplementation } from './lock-kind';
import type { LockClientOptions } from './options';
import type { LockProtocol } from './protocol';
import { spinningLink } from './wait/adaptive-spin';

type Shared = Pick<LockImplementation<Lease, never, never>, 'lines' | 'startHeartbeat' | 'close'> & {
  nameOf: typeof keyBytes;
  protocol: Required<Pick<LockProtocol, 'line' | 'disconnects' | 'problem' | 'ended' | 'wasForced'>>;
};

/**
 * The link of a kind of lock over one Redis, with the parts that all such kinds share. Throws `invalid-argument` for
 * options that `checks` refuse, before anything is opened.
 */
export function overLink<O extends LockClientOptions>(
  options: O,
  checks: Checks<O>,
): { link: LockLink; shared: Shared } {
  checkOptions(options, checks);
  const { link: plain, close } = openLink(options.redis, options.subscriber, options.pubsub);
  const link = options.spin ? spinningLink(plain) : plain;
  return {
    link,
    shared: {
      nameOf: keyBytes,
      lines: link.lines,
      startHeartbeat: (identity) => link.startHeartbeat(identity.record),
      close,
      protocol: {
        line: 'shared',
        disconnects: link.disconnects,
        problem: link.problem,
        ended: link.ended,
        wasForced: async (key, token) => (await link.get(forcedKeyOf(key, token))) !== null,
      },
    },
  };
}
