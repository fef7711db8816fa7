import type { Target } from '../../domain/nodes/target';
import type { ServerPlace } from '../../history/archive/archive-types';
import { addressOf } from '../../redis/connection';

/** Which Redis a target is, for its history. Names of this machine are one. */
export function serverPlaceOf({ topology, url, tls, db }: Target): ServerPlace {
  const { kind } = topology;
  const urls = () => {
    if (topology.kind === 'sentinel') return topology.sentinels;
    if (topology.kind === 'cluster') return topology.seeds;
    return [url];
  };
  const addresses =
    topology.kind === 'redlock'
      ? topology.members.map(({ votesAs }) => votesAs)
      : urls().map((each) => addressOf({ url: each, tls }));
  return {
    kind,
    primary: topology.kind === 'sentinel' ? topology.primary : '',
    db,
    addresses: addresses.map((each) => each.replace(/^(?:localhost|\[::1\]):/, '127.0.0.1:')).sort(),
  };
}
