import type { Page } from '@playwright/test';

type Needs = { page: Page; javaScriptEnabled: boolean | undefined };

/** The fixture `page`: what it has loaded is in sight as the server drew it, and may be used once the app in it runs. */
export const usablePage = {
  page: async ({ page, javaScriptEnabled }: Needs, use: (page: Page) => Promise<void>) => {
    if (javaScriptEnabled !== false) {
      const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
      page.goto = async (...args) => {
        const response = await goto(...args);
        await usable(page);
        return response;
      };
      page.reload = async (...args) => {
        const response = await reload(...args);
        await usable(page);
        return response;
      };
    }
    await use(page);
  },
};

/** Waits until a page of the console reacts to what is done to it; another document is as usable as it will be. */
export async function usable(page: Page): Promise<void> {
  if ((await page.locator('main#page').count()) === 0) return;
  await page.locator('html[data-live]').waitFor({ state: 'attached' });
}
