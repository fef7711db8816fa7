import type { FindingCode } from '../../../lib/contract/finding-codes';
import type { OpenFinding } from '../../../lib/contract/findings';
import type { Stage } from './stage';

/** Brings about what a finding is about, and returns what its page in docs/findings says to do. */
export type FindingStory = (stage: Stage) => Promise<(finding: OpenFinding) => unknown>;

/** Stories of some findings. */
export type Stories = Partial<Record<FindingCode, FindingStory>>;
