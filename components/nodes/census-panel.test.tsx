import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { Census, NodeStatus } from '@/lib/contract/nodes';
import { messagesFor } from '@/lib/i18n/messages';
import { CensusPanel } from './census-panel';

function show(...census: Census[]): string {
  const nodes = census.map((each, i) => ({ target: `t${i}`, node: 'redis:6379', db: 0, census: each }));
  const { container } = render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <CensusPanel nodes={nodes as unknown as NodeStatus[]} nowMs={5_000} />
    </I18nProvider>,
  );
  return container.textContent ?? '';
}

describe('the census of a node', () => {
  it('names library and version, how much was found, and that it proves nothing', () => {
    const hits = [{ library: 'pottery', versions: ['3.0.1', '2.0.0'], found: 1, known: 2 }];
    const text = show({ hits, atMs: 2_000 });
    expect(screen.getByRole('rowheader', { name: 'pottery' }).closest('tr')?.textContent).toBe(
      'pottery3.0.1, 2.0.01 of 2',
    );
    expect(text).toContain('It says nothing about any one lock');
  });

  it('tells nothing found from not known', () => {
    const text = show({ hits: [], atMs: 2_000 }, null);
    expect(text).toMatch(/t0.*Scripts of no library we know.*t1.*Not known/);
  });
});
