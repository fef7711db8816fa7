import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * The page as it is now has no accessibility violation that axe can find, in the light theme nor in the dark one: the
 * themes differ in colours alone, so that only the contrast is looked at twice. `where` says which page or dialog it is.
 */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  await expect(page, 'the title follows a navigation in the page').toHaveTitle(/./);
  await expectNone(axeOf(page).withTags(TAGS), where);
  await page.emulateMedia({ colorScheme: 'dark' });
  try {
    await expect(page.locator('html'), 'the theme follows the system').toHaveClass(/dark/);
    await expectNone(axeOf(page).withRules('color-contrast'), `${where}, dark`);
  } finally {
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await expect(page.locator('html')).not.toHaveClass(/dark/);
}

/** It looks for violations alone: what passes and what it cannot decide would be described node by node. */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
}

async function expectNone(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
  expect(found, where).toEqual([]);
}
