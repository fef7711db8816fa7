import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinksContext } from '@/components/app/links-context';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { messagesFor } from '@/lib/i18n/messages';
import { aHolder, aProcess } from '../../e2e/support/a-lock';
import { HolderLinks } from './holder-links';

const LINKS = [
  { name: 'Logs', url: 'https://logs.example.com/?q={host}&to={toMs}' },
  { name: 'Traces', url: 'https://traces.example.com/{instance}/{key}' },
];

function show(links: typeof LINKS, host: string | null): HTMLAnchorElement[] {
  const holder = aHolder({ process: aProcess({ host, instance: null }) });
  render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <LinksContext value={links}>
        <HolderLinks holder={holder} lock={null} nowMs={1_795_383_001_000} />
      </LinksContext>
    </I18nProvider>,
  );
  return screen.queryAllByRole('link') as HTMLAnchorElement[];
}

it('leads to the tools of the team, in a tab that knows nothing of this one, and only where all is known', () => {
  const [logs, ...others] = show(LINKS, 'worker 7');
  expect(others).toEqual([]);
  expect(logs?.textContent).toBe('Logs(opens in a new tab)');
  expect(logs?.href).toBe('https://logs.example.com/?q=worker%207&to=1795383060000');
  expect(logs?.rel).toBe('noopener noreferrer');
});

it('has no line without a link', () => {
  show(LINKS, null);
  expect(screen.queryByText('Look up')).toBeNull();
  cleanup();
  show([], 'worker 7');
  expect(screen.queryByText('Look up')).toBeNull();
});
