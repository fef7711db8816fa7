import type { OpenFinding } from '../../../lib/domain/api';
import type { FindingCode } from '../../../lib/domain/lock';
import type { Stage } from './stage';

/** Brings about what a finding is about, and returns what its page in docs/findings says to do. */
export type FindingStory = (stage: Stage) => Promise<(finding: OpenFinding) => unknown>;

/** Stories of some findings. */
export type Stories<Code extends FindingCode> = Record<Code, FindingStory>;
