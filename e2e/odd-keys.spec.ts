import { releaseNow } from './support/consent';
import { expect, test } from './support/test';

const MEGABYTE = 1024 * 1024;

/** Where a key stands whose value may or may not name a holder. */
const POSSIBLE = '/possible';

const text = [
  ['separators', 'lock:a/b:{c}#d%41?e&f'],
  ['spaces', 'lock: with  spaces '],
  ['emoji', 'lock:🔒:{👩‍💻}'],
  ['markup', 'lock:<script>alert(1)</script>'],
  ['quotes', `lock:"it's"`],
].map(([name = '', key = '']) => ({
  name,
  key: Buffer.from(key),
  value: Buffer.from('worker-7'),
  shown: key,
  list: '/locks',
}));

const cases: { name: string; key: Buffer; value: Buffer; shown: string | RegExp; list: string }[] = [
  ...text,
  {
    name: 'bytes that are not UTF-8',
    key: Buffer.from('lock:\xff\xfe', 'latin1'),
    value: Buffer.from('\x80\x81', 'latin1'),
    shown: 'lock:\\xff\\xfe',
    list: POSSIBLE,
  },
  {
    name: 'a value of 1 MB',
    key: Buffer.from('lock:big-value'),
    value: Buffer.alloc(MEGABYTE, 'v'),
    shown: 'lock:big-value',
    list: POSSIBLE,
  },
  {
    name: 'a key of 1 MB',
    key: Buffer.concat([Buffer.from('lock:big-key:'), Buffer.alloc(MEGABYTE, 'k')]),
    value: Buffer.from('x'),
    shown: /lock:big-key:k/,
    list: '/locks',
  },
];

// Production asks for the typed key, which is the hard part.
test.use({ target: { environment: 'production' } });

test('keys and values of any bytes are listed, opened and released', { tag: '@long' }, async ({
  page,
  redis,
}) => {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  for (const { key, value } of cases) await redis.set(key, value, 'PX', 600_000);

  for (const { name, key, shown, list } of cases) {
    await test.step(name, async () => {
      await page.goto(list);
      // Keys that differ in a suffix are cut in the middle on screen; the accessible name stays whole.
      await page
        .getByRole('link', { name: shown, exact: typeof shown === 'string' })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(shown);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(shown);
      await page.getByRole('button', { name: 'Force-release…' }).click();
      const dialog = page.getByRole('dialog');
      await releaseNow(dialog);
      await dialog.getByLabel(/Reason/).fill('odd key');
      const confirm = dialog.getByRole('button', { name: /^Force-release/ });
      await expect(dialog).toContainText('no undo');
      // A key that cannot be typed has a short name for this purpose, and the label tells it.
      const label = dialog.locator('label').filter({ hasText: /^Type / });
      const [, shortName] = /^Type (key-[0-9a-f]{8})/.exec((await label.textContent()) ?? '') ?? [];
      await dialog.getByLabel(/^Type /).fill(shortName ?? String(key));
      await confirm.click();
      await expect(dialog).toContainText(/Released/);
      expect(await redis.exists(key)).toBe(0);
    });
  }
  expect(alerts, 'no key or value ran as script').toEqual([]);
});
