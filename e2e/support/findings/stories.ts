import { FINDING_CODES, type FindingCode, NODE_FINDINGS } from '../../../lib/contract/finding-codes';
import { ofHolders } from './of-holders';
import { ofQueues } from './of-queues';
import { ofReplicasAndClocks } from './of-replicas-and-clocks';
import { ofServers } from './of-servers';
import { ofVotes } from './of-votes';
import type { FindingStory } from './story';

/** One for each finding that there is: the compiler asks for it. */
export const STORIES: Record<FindingCode, FindingStory> = {
  ...ofHolders,
  ...ofQueues,
  ...ofVotes,
  ...ofServers,
  ...ofReplicasAndClocks,
};

const SERVER_CODES: ReadonlySet<FindingCode> = new Set(['node-silent', ...NODE_FINDINGS]);

/** Findings whose place is a server, and those whose place is a lock. */
export const ABOUT_SERVERS = FINDING_CODES.filter((code) => SERVER_CODES.has(code));
export const ABOUT_LOCKS = FINDING_CODES.filter((code) => !SERVER_CODES.has(code));
