import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { localeOf } from './locales';
import type { Catalogue } from './merge';
import { en, messagesFor } from './messages';
import { actions } from './zh/actions';
import { audit } from './zh/audit';
import { common } from './zh/common';
import { docs } from './zh/docs/docs';
import { families } from './zh/families';
import { findings } from './zh/findings';
import { graph } from './zh/graph';
import { history } from './zh/history';
import { historyCharts } from './zh/history-charts';
import { holders } from './zh/holders';
import { insights } from './zh/insights';
import { lock } from './zh/lock';
import { locks } from './zh/locks';
import { nodes } from './zh/nodes';
import { overview } from './zh/overview';
import { parts } from './zh/parts';
import { replicas } from './zh/replicas';
import { rewind } from './zh/rewind';
import { sameHold } from './zh/same-hold';
import { shell } from './zh/shell';
import { silences } from './zh/silences';
import { timeline } from './zh/timeline';
import { whatIf } from './zh/what-if';
import { xray } from './zh/xray';

/** Names of all texts, dotted. */
function namesOf(catalogue: Catalogue, path = ''): string[] {
  return Object.entries(catalogue).flatMap(([name, text]) =>
    typeof text === 'string' ? [`${path}${name}`] : namesOf(text, `${path}${name}.`),
  );
}

/** Placeholders of a text: every translation has to use the same. */
function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1] ?? ''))].sort();
}

function tagsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/<(\w+)>/g)].map((match) => match[1] ?? ''))];
}

function textAt(catalogue: Catalogue, name: string): string {
  const found = name
    .split('.')
    .reduce<string | Catalogue>((at, part) => (at as Catalogue)[part] ?? '', catalogue);
  return found as string;
}

const translated = {
  actions,
  audit,
  common,
  docs,
  families,
  findings,
  graph,
  history,
  historyCharts,
  insights,
  holders,
  lock,
  locks,
  nodes,
  overview,
  parts,
  sameHold,
  shell,
  replicas,
  silences,
  whatIf,
  xray,
  timeline,
  rewind,
} as Record<string, Catalogue>;

describe('the catalogues', () => {
  it.each(Object.keys(translated))('%s is translated as a whole', (namespace) => {
    const own = (en as Record<string, Catalogue>)[namespace] ?? {};
    expect(namesOf(translated[namespace] ?? {}).sort()).toEqual(namesOf(own).sort());
  });

  it.each(['en', 'zh'] as const)('every text of %s can be formatted', (locale) => {
    const messages = messagesFor(locale) as unknown as Catalogue;
    const failures: string[] = [];
    const t = createTranslator({
      locale,
      messages: messages as never,
      onError: (error) => failures.push(error.message),
    });
    for (const name of namesOf(messages)) {
      const text = textAt(messages, name);
      const values = Object.fromEntries(placeholdersOf(text).map((value) => [value, 1]));
      const tags = Object.fromEntries(tagsOf(text).map((tag) => [tag, String]));
      t.rich(name as never, { ...values, ...tags } as never);
    }
    expect(failures).toEqual([]);
  });

  it('fall back to English', () => {
    expect(namesOf(messagesFor('zh') as unknown as Catalogue)).toEqual(namesOf(en as unknown as Catalogue));
  });
});

describe('the language', () => {
  it.each([
    ['zh', 'en', 'zh'],
    [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    [undefined, 'fr, en;q=0.5, zh;q=0.9', 'zh'],
    [undefined, 'fr', 'en'],
    ['xx', null, 'en'],
  ])('chosen %s and asked for %s is %s', (chosen, asked, locale) => {
    expect(localeOf(chosen, asked)).toBe(locale);
  });
});
