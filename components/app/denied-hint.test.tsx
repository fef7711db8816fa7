import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { Button } from '@/components/ui/button';
import { messagesFor } from '@/lib/i18n/messages';
import DeniedHint from './denied-hint';
import { SessionContext } from './session-context';

const RUNBOOK = 'https://runbooks.example/locks';
const onClick = vi.fn();

function Page({ isLoaded, lockId }: { isLoaded: boolean; lockId: string | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} off onClick={onClick}>
        Force-release…
      </Button>
      {isLoaded ? <DeniedHint right="release" button={button} lockId={lockId} /> : null}
      <Button>Next</Button>
    </>
  );
}

function show(
  runbook: string | null,
  { isLoaded = true, lockId }: { isLoaded?: boolean; lockId?: string } = {},
) {
  const signIn = {
    password: true,
    provider: null,
    idleMs: 1,
    longestMs: 1,
    grantedBy: '#sec-oncall',
    runbook,
  };
  const who = { name: 'viewer', via: 'password' as const, roles: ['everyone'], grants: [] };
  const page = (loaded: boolean) => (
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <SessionContext.Provider value={{ who, signIn, nowMs: 0 }}>
        <Page isLoaded={loaded} lockId={lockId} />
      </SessionContext.Provider>
    </I18nProvider>
  );
  const user = userEvent.setup();
  const { rerender } = render(page(isLoaded));
  const button = screen.getByRole('button', { name: 'Force-release…' });
  return { user, button, load: () => rerender(page(true)) };
}

beforeEach(() => onClick.mockClear());
it('opens by focus, says what is missing and who grants it, and has the runbook as a link', async () => {
  const { user, button } = show(RUNBOOK);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('aria-haspopup')).toBe('dialog');
  await user.tab();
  expect(document.activeElement).toBe(button);
  const hint = await screen.findByRole('dialog', { name: 'You can look, not release.' });
  expect(button.getAttribute('aria-controls')).toBe(hint.id);
  expect(hint.textContent).toContain('Rights are granted by #sec-oncall.');
  const link = screen.getByRole('link', { name: /^Runbook/ });
  expect(link.getAttribute('href')).toBe(RUNBOOK);
  expect(link.getAttribute('rel')).toBe('noreferrer');
});

it('leaves the focus on a button that was there before it, and opens then', async () => {
  const { user, button, load } = show(RUNBOOK, { isLoaded: false });
  await user.tab();
  expect(document.activeElement).toBe(button);
  const focusLost = vi.fn();
  button.addEventListener('blur', focusLost);
  load();
  expect(screen.getByRole('button', { name: 'Force-release…' })).toBe(button);
  expect(document.activeElement).toBe(button);
  expect(focusLost).not.toHaveBeenCalled();
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('is walked through by Tab: into it, out of it to the next stop, and back', async () => {
  const { user, button } = show(RUNBOOK, { lockId: 'orders.0.invoice:7' });
  await user.tab();
  await screen.findByRole('dialog');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Runbook/ }));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(button);
  expect(screen.getByRole('dialog'), 'it stays open').toBeTruthy();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy link for a releaser' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('copies the address of the lock and says so', async () => {
  const { user } = show(null, { lockId: 'orders.0.invoice:7' });
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/locks/orders.0/invoice:7`);
});

it.each(['the button', 'its link'])(
  'closes by Escape on %s, and does not open again by itself',
  async (at) => {
    const { user, button } = show(RUNBOOK);
    await user.tab();
    await screen.findByRole('dialog');
    if (at === 'its link') await user.tab();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  },
);

it('opens by a click, which does nothing else, and closes by a press elsewhere', async () => {
  const { user, button } = show(RUNBOOK);
  await user.click(button);
  await screen.findByRole('dialog');
  expect(onClick).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('has no link where the configuration names no runbook and it is about no lock', async () => {
  const { user } = show(null);
  await user.tab();
  const hint = await screen.findByRole('dialog');
  expect(hint.querySelector('a, button')).toBeNull();
});
