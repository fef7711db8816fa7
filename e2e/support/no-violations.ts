import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page as it is now has no accessibility violation that axe can find. `where` says which page or dialog it is. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  await expect(page, 'the title follows a navigation in the page').toHaveTitle(/./);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
  expect(found, where).toEqual([]);
}
