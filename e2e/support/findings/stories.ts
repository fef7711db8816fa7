import type { FindingCode } from '../../../lib/domain/lock';
import { NODE_FINDINGS } from '../../../lib/domain/node-finding';
import { FINDINGS } from '../../../lib/server/answers-lock';
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
export const ABOUT_SERVERS = FINDINGS.filter((code) => SERVER_CODES.has(code));
export const ABOUT_LOCKS = FINDINGS.filter((code) => !SERVER_CODES.has(code));
