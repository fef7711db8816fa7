import { type ConsoleOptions, startConsole } from './support/console';
import { expect, test } from './support/test';

const KEY = 'order:42:lock';
/** Reached over the loopback interface, but not a loopback address in its form: to the console it is any other. */
const OTHER = '::ffff:127.0.0.1';

test('an address that others reach is refused by name', async ({ server }) => {
  const options: ConsoleOptions = { redisUrl: server.url, host: OTHER };
  await expect(startConsole(options)).rejects.toThrow(/LOCKSCOPE_HOST .*LOCKSCOPE_ALLOW_ANONYMOUS=yes/);
});

test.describe('with LOCKSCOPE_ALLOW_ANONYMOUS=yes', () => {
  test.use({
    consoleOptions: { host: OTHER, env: { LOCKSCOPE_ALLOW_ANONYMOUS: 'yes' } },
    target: { xray: true },
  });

  test('every route that changes something refuses, whatever a stranger claims to be', async ({
    redis,
    lockscope,
    request,
  }) => {
    await redis.set(KEY, 'c41f'.repeat(8), 'PX', 600_000);
    const id = `test.0.${KEY}`;
    const headers = { 'content-type': 'application/json', 'x-lockscope-actor': 'cto@example.com' };
    const lock = `/api/locks/${encodeURIComponent(id)}`;
    for (const path of [
      `${lock}/release`,
      `${lock}/extend`,
      `${lock}/xray`,
      '/api/silences',
      '/api/annotations',
    ]) {
      const response = await request.post(`${lockscope.url}${path}`, { headers, data: {} });
      expect([path, response.status(), (await response.json()).error.code]).toEqual([path, 403, 'read-only']);
    }
    const ended = await request.delete(`${lockscope.url}/api/silences/x`, { headers });
    expect([ended.status(), (await ended.json()).error.code]).toEqual([403, 'read-only']);
    expect(await redis.exists(KEY)).toBe(1);
    const { entries } = await (await request.get(`${lockscope.url}/api/audit`)).json();
    expect(entries).toEqual([]);
  });

  test('buttons are off, with the reason', async ({ page, redis }) => {
    await redis.set(KEY, 'c41f'.repeat(8), 'PX', 600_000);
    await page.goto(`/locks/test.0/${encodeURIComponent(KEY)}`);
    const release = page.getByRole('button', { name: 'Force-release…' });
    await expect(release).toHaveAttribute('aria-disabled', 'true');
    await release.hover();
    await expect(
      page.getByText('Changes are off: others reach this console, and nobody signs in').last(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /X-ray/ }).first()).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.goto('/history');
    const note = page.getByRole('button', { name: /note/i }).first();
    await expect(note).toHaveAttribute('aria-disabled', 'true');
  });
});
