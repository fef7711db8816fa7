import type { InsightCode } from '../../contract/insight-codes';
import { changed } from '../changed';
import { lease } from '../lease';
import { lockOrderInsight } from '../lock-order';
import { shard } from '../shard';
import { unfair } from '../unfair';
import { utilisation } from '../utilisation';
import type { InsightRule } from './insight-rule';

/** The rule of each insight. */
const BY_CODE: { [Code in InsightCode]: InsightRule<unknown> } = {
  changed,
  lease,
  'lock-order': lockOrderInsight,
  shard,
  unfair,
  utilisation,
};

export const INSIGHT_RULES = Object.values(BY_CODE);
