import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import { afterEach, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { messagesFor } from '@/lib/i18n/messages';
import { ViewsMenu } from './views-menu';

function show(search: string) {
  const urls: string[] = [];
  render(
    <NuqsTestingAdapter
      searchParams={search}
      hasMemory
      onUrlUpdate={({ queryString }: UrlUpdateEvent) => urls.push(queryString)}
    >
      <I18nProvider locale="en" messages={messagesFor('en')}>
        <ViewsMenu />
      </I18nProvider>
    </NuqsTestingAdapter>,
  );
  return { urls };
}

const menu = () => userEvent.click(screen.getByRole('button', { name: /^Views/ }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('saves filter and order by a name, leads back to them, and forgets them', async () => {
  const { urls } = show('?q=ttl%3C5s&sort=age&open=a');
  await menu();
  expect(screen.getByText('No view is saved in this browser.')).toBeTruthy();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Save this view…' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Late{Enter}');
  await screen.findByText('Late');
  cleanup();

  const other = show('?target=shop&q=a');
  await menu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Late' }));
  expect(other.urls.at(-1)).toBe('?q=ttl%3C5s&sort=age');
  expect(urls, 'to save it changes no address').toEqual([]);
  await menu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove “Late”' }));
  expect(localStorage.getItem('lockscope-views')).toBe('[]');
});
