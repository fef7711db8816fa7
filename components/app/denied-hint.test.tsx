import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { Button } from '@/components/ui/button';
import { messagesFor } from '@/lib/i18n/messages';
import { SessionContext } from './access';
import DeniedHint from './denied-hint';

const RUNBOOK = 'https://runbooks.example/locks';
const onClick = vi.fn();

function show(runbook: string | null) {
  const signIn = {
    password: true,
    provider: null,
    idleMs: 1,
    longestMs: 1,
    grantedBy: '#sec-oncall',
    runbook,
  };
  const who = { name: 'viewer', via: 'password' as const, roles: ['everyone'], grants: [] };
  render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <SessionContext.Provider value={{ who, signIn, nowMs: 0 }}>
        <DeniedHint right="release">
          <Button off onClick={onClick}>
            Force-release…
          </Button>
        </DeniedHint>
      </SessionContext.Provider>
    </I18nProvider>,
  );
  return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'Force-release…' }) };
}

afterEach(cleanup);

it('opens by focus, says what is missing and who grants it, and has the runbook as a link', async () => {
  const { user, button } = show(RUNBOOK);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.tab();
  expect(document.activeElement).toBe(button);
  const hint = await screen.findByRole('dialog', { name: 'You can look, not release.' });
  expect(hint.textContent).toContain('#sec-oncall grants rights.');
  const link = screen.getByRole('link', { name: /^Runbook/ });
  expect(link.getAttribute('href')).toBe(RUNBOOK);
  expect(link.getAttribute('rel')).toBe('noreferrer');
});

it('closes by Escape, does not open again by itself, and opens by a click, which does nothing else', async () => {
  const { user, button } = show(RUNBOOK);
  await user.tab();
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button);
  await screen.findByRole('dialog');
  expect(onClick).not.toHaveBeenCalled();
});

it('has no link where the configuration names no runbook', async () => {
  const { user } = show(null);
  await user.tab();
  await screen.findByRole('dialog');
  expect(screen.queryByRole('link')).toBeNull();
});
