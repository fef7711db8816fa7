import type { Locator } from '@playwright/test';

/** Accepts what a release is asked for although, where the dialog asks: its holder may be alive. */
export async function giveConsent(dialog: Locator): Promise<void> {
  const box = dialog.getByRole('checkbox', { name: /^I accept that/ });
  if (await box.isVisible()) await box.click();
}
