'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT, type Values } from '@/components/i18n/use-t';
import type { Insight } from '@/lib/contract/insights';
import { readableValues } from '@/lib/i18n/readable-values';

type Text = { title: string; sentence: string; advice: string | null; rows: string[] };

/** What an insight says; of a code that this page has no words for, the code itself. */
export function useInsightText(): (insight: Insight) => Text {
  const t = useT('insights');
  const format = useFormat();
  // The compiler knows the words of the rules that there are; a newer server may have more.
  const text = (name: string, values: Values) =>
    t.has(name) ? (t as unknown as (name: string, values: Values) => string)(name, values) : null;
  return ({ code, values, rows, n, key, family }) => {
    const shown = {
      ...{ n: format.count(n), key: key ?? '', family: family ?? '' },
      ...readableValues(values, format, format.span),
    };
    return {
      title: text(`code.${code}.title`, shown) ?? code,
      sentence: text(`code.${code}.sentence`, shown) ?? code,
      advice: text(`code.${code}.advice`, shown),
      rows: rows.map((row) => text(`code.${code}.row`, readableValues(row, format, format.span)) ?? ''),
    };
  };
}
