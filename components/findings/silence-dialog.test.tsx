import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { OpenFinding } from '@/lib/contract/findings';
import type { SilenceRequest } from '@/lib/contract/silences';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { wallMomentOf } from '../i18n/wall-clock';
import { SilenceDialog } from './silence-dialog';
import type { SilenceAbout } from './silence-draft';

const HOUR_MS = 3_600_000;

function finding(change: Partial<OpenFinding> = {}): OpenFinding {
  return {
    ...{
      code: 'no-ttl',
      severity: 'at-risk',
      sinceMs: 0,
      evidence: [],
      command: null,
      count: 1,
      silence: null,
    },
    ...{ id: 'main.0.order:7:lock', target: 'main', node: null, key: 'order:7:lock' },
    ...change,
  };
}

type Sent = SilenceRequest[];

/** The dialog, with a console that answers like this. */
async function open(
  about: Partial<SilenceAbout> = {},
  { status = 200, kept = 'file', locale = 'en' as Locale } = {},
): Promise<{ sent: Sent; onClosed: ReturnType<typeof vi.fn> }> {
  const sent: Sent = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.startsWith('/api/silences') && init.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      const error = { code: 'not-stored', message: 'silences.json cannot be written: no space', details: {} };
      const silence = { ...sent[0], id: 's', by: 'ann', createdMs: 0 };
      return new Response(JSON.stringify(status === 200 ? { silence, auditId: 1 } : { error }), { status });
    }
    return new Response(JSON.stringify({ silences: [], kept, notes: [], nowMs: Date.now() }), {
      status: 200,
    });
  });
  const onClosed = vi.fn();
  const whole: SilenceAbout = { code: 'no-ttl', targets: ['main'], finding: finding(), ...about };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NuqsTestingAdapter>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <SilenceDialog about={whole} onClosed={onClosed} />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  await screen.findByText(/(Ends at|结束于) 2\d{3}/);
  return { sent, onClosed };
}

const send = () => screen.getByRole('button', { name: 'Silence' });
const isOff = () => send().getAttribute('aria-disabled') === 'true';
const say = (reason: string) =>
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
const radios = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-labelledby'));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the dialog that silences', () => {
  it('has Cancel focused, wants a reason, and sends the narrowest scope for an hour', async () => {
    const { sent, onClosed } = await open();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    expect(isOff()).toBe(true);
    expect(screen.getByRole('dialog').textContent).toContain('The reason is missing.');
    fireEvent.click(send());
    expect(sent).toEqual([]);
    say(' being moved ');
    fireEvent.click(send());
    await waitFor(() => expect(onClosed.mock.calls).toEqual([[true]]));
    const scope = { kind: 'lock', id: 'main.0.order:7:lock' };
    expect(sent).toMatchObject([{ code: 'no-ttl', target: 'main', scope, reason: 'being moved' }]);
    const aheadMs = (sent[0]?.untilMs ?? 0) - Date.now();
    expect(Math.abs(aheadMs - HOUR_MS)).toBeLessThan(HOUR_MS / 2);
  });

  it('takes Enter in the reason for a line and no more', async () => {
    const user = userEvent.setup();
    const { sent } = await open();
    await user.type(screen.getByLabelText('Reason'), 'one{Enter}two');
    expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('one\ntwo');
    expect(sent).toEqual([]);
  });

  it('offers for a lock itself, its family, a pattern and all; a pattern has to be one', async () => {
    const { sent } = await open();
    expect(radios()).toHaveLength(4);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('order:*:lock'), 'its family').toBeTruthy();
    say('known');
    fireEvent.click(dialog.getByRole('radio', { name: 'Keys that match a pattern' }));
    const glob = dialog.getByLabelText<HTMLInputElement>('Pattern');
    fireEvent.change(glob, { target: { value: ' ' } });
    expect(isOff()).toBe(true);
    fireEvent.change(glob, { target: { value: 'order:*' } });
    fireEvent.click(send());
    await waitFor(() => expect(sent[0]?.scope).toEqual({ kind: 'glob', glob: 'order:*' }));
  });

  it('offers for a server itself and all', async () => {
    const { sent } = await open({
      code: 'evictable-locks',
      finding: finding({ code: 'evictable-locks', id: null, key: null, node: 'r:1' }),
    });
    expect(radios()).toHaveLength(2);
    say('known');
    fireEvent.click(send());
    await waitFor(() => expect(sent[0]?.scope).toEqual({ kind: 'node', node: 'r:1' }));
  });

  it('of a whole rule on several connections has one chosen', async () => {
    const { sent } = await open({ finding: null, targets: ['main', 'other'] });
    expect(screen.getByLabelText('On which connection').textContent).toContain('main');
    expect(radios()).toHaveLength(2);
    say('known');
    fireEvent.click(send());
    await waitFor(() => expect(sent[0]).toMatchObject({ target: 'main', scope: { kind: 'all' } }));
  });

  it('takes an end on the clocks of the viewer, names their zone, and refuses one that is no end', async () => {
    const { sent } = await open();
    say('known');
    fireEvent.click(screen.getByRole('button', { name: 'Date…' }));
    const field = screen.getByLabelText(/^Ends at \(UTC\)$/);
    for (const [value, problem] of [
      ['2000-01-01T00:00', 'This is in the past.'],
      ['2200-01-01T00:00', 'At most 90 days ahead.'],
      ['', 'Name a date and a time.'],
    ] as const) {
      fireEvent.change(field, { target: { value } });
      expect(screen.getByText(problem)).toBeTruthy();
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(isOff()).toBe(true);
    }
    const value = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 16);
    fireEvent.change(field, { target: { value } });
    fireEvent.click(send());
    await waitFor(() => expect(sent[0]?.untilMs).toBe(wallMomentOf(value, 'UTC')));
  });

  it('says why it was refused, keeps what was said, and lets it be tried again', async () => {
    const { sent, onClosed } = await open({}, { status: 503 });
    say('known');
    fireEvent.click(send());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was silenced.');
    expect(alert.textContent).toContain('no space');
    expect(onClosed).not.toHaveBeenCalled();
    expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('known');
    fireEvent.click(send());
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('says that silences are forgotten where they are kept in memory', async () => {
    await open({}, { kept: 'memory' });
    expect(await screen.findByText(/forgotten at a restart/)).toBeTruthy();
  });

  it('has words in Chinese', async () => {
    await open({}, { locale: 'zh' });
    expect(screen.getByRole('dialog').textContent).toContain('静默发现');
    expect(screen.getByRole('button', { name: '静默' })).toBeTruthy();
  });
});
