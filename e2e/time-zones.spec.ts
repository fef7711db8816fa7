import { settled, textOf, troubleOf } from './support/page-faults/claims';
import { KEYS, lockId, lockPath, takeLocks } from './support/page-faults/locks';
import { pagesOf } from './support/page-faults/pages';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const AWAY = [
  { timezoneId: 'Asia/Kolkata', offset: 'UTC+05:30' },
  { timezoneId: 'America/St_Johns', offset: /UTC[-−]0[23]:30/ },
];

for (const { timezoneId, offset } of AWAY) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('a link to a page or a moment is the same page where another zone is kept', {
      tag: '@long',
    }, async ({ page, redis, lockscope }) => {
      await takeLocks(redis);
      await until('the locks were read', async () => {
        const { total } = (await (await fetch(`${lockscope.url}/api/locks`)).json()) as { total: number };
        return total === Object.keys(KEYS).length;
      });
      const trouble = troubleOf(page);
      const nowMs = Date.now();
      const iso = encodeURIComponent(new Date(nowMs).toISOString());
      const lock = encodeURIComponent(lockId('test', KEYS.hash));
      const moments = [
        `/locks?at=${nowMs}`,
        `/locks?at=${iso}`,
        `${lockPath('test', KEYS.hash)}?at=${iso}`,
        `/graph?at=${iso}`,
        `/timeline?at=${iso}`,
        `/timeline?lock=${lock}&last=1h`,
        `/timeline?lock=${lock}&from=${nowMs - 3_600_000}&to=${nowMs}`,
        `/history?from=${nowMs - 3_600_000}&to=${nowMs}`,
      ];
      for (const path of [...pagesOf('test'), ...moments]) {
        await page.goto(`${lockscope.url}${path}`);
        if (path.includes('?at=') && !path.startsWith('/timeline'))
          await expect(page.getByRole('region', { name: 'The moment shown' })).toBeVisible();
        else await settled(page, path);
        expect.soft(await textOf(page), path).not.toMatch(/Invalid Date|NaN/);
        expect.soft(trouble(), `${path}: errors`).toEqual([]);
      }
      await expect(page.getByRole('contentinfo')).toContainText(offset);
    });
  });
}
