import type { Locator } from '@playwright/test';

export const CONSENT = /^I accept that/;

/** Accepts what a release is asked for although, where the dialog asks: its holder may be alive. */
export async function giveConsent(dialog: Locator): Promise<void> {
  const box = dialog.getByRole('checkbox', { name: CONSENT });
  if (await box.isVisible()) await box.click();
}
