import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Insight } from '../../contract/insights';
import type { Db } from '../../history/database/multi-row';
import type { Catalogue } from '../../i18n/merge';
import { messagesFor } from '../../i18n/messages';
import { findInsights } from './find-insights';
import type { InsightRule } from './insight-rule';
import { INSIGHT_RULES } from './insight-rules';

const question = { scope: { target: null, family: null, lock: null }, fromMs: 0, toMs: 3_600_000 };
const none = {} as Db;

function insight(family: string, harm: number): Insight {
  return {
    ...{ code: 'lease', target: 'local', family, lock: null, key: null, n: 100, method: 'percentile' },
    ...{ confidence: 0.95, harm, values: {}, rows: [] },
  };
}

function rule(...found: (Insight | null)[]): InsightRule<Insight | null> {
  return { code: 'lease', read: async () => found, detect: (facts) => facts };
}

test('insights are listed by harm, of equal harm in the same order each time, and silent rules add nothing', async () => {
  const rules = [rule(insight('b', 1), null, insight('c', 9)), rule(), rule(insight('a', 1))];
  for (const order of [rules, [...rules].reverse()]) {
    const { insights } = await findInsights(none, question, 3_600_000, order);
    expect(insights.map(({ family }) => family)).toEqual(['c', 'a', 'b']);
  }
});

test('at most 500 insights are listed, those of the most harm', async () => {
  const many = Array.from({ length: 501 }, (_, i) => insight(`f${i}`, i));
  const { insights } = await findInsights(none, question, 3_600_000, [rule(...many)]);
  expect([insights.length, insights[0]?.harm, insights.at(-1)?.harm]).toEqual([500, 500, 1]);
});

test('every rule has its words in both languages, and a page', () => {
  for (const { code } of INSIGHT_RULES) {
    for (const locale of ['en', 'zh'] as const) {
      const words = messagesFor(locale).insights.code as unknown as Record<string, Catalogue>;
      expect(Object.keys(words[code] ?? {}), code).toEqual(
        expect.arrayContaining(['title', 'sentence', 'advice']),
      );
    }
    expect(existsSync(new URL(`../../../docs/insights/${code}.md`, import.meta.url)), code).toBe(true);
  }
});
