import { lineRead } from './core/line-read';
import { type NodeRule, SHOWN } from './core/node-rule';

/** Release channels have classic and sharded subscribers: each message reaches only one kind. */
export const mixedPubsub: NodeRule<'mixed-pubsub'> = {
  code: 'mixed-pubsub',
  severity: 'at-risk',
  detect({ atMs }, { mixedChannels }) {
    if (mixedChannels.length === 0) return null;
    const shown = mixedChannels.slice(0, SHOWN);
    return { evidence: shown.map((channel) => lineRead('both-pubsub', { channel }, 'at-risk', atMs)) };
  },
};
