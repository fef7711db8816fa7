import type { InsightCode } from '../contract/insight-codes';

/**
 * Words of one insight, with its `values`: its name, what was found, and what to do. Its rows are under `row`, where it has
 * a table.
 */
type Words = { title: string; sentence: string; advice: string; row?: string };

export type InsightWords = { [Code in InsightCode]?: Words };
