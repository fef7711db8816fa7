import type { Locator } from '@playwright/test';

/** Chooses the release, also where a quarantine is chosen first: nothing shows whether the holder lives. */
export async function releaseNow(dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Release now' }).check();
}

export const CONSENT = /^I accept that/;

/** Accepts what a release is asked for although, where the dialog asks: its holder may be alive. */
export async function giveConsent(dialog: Locator): Promise<void> {
  const box = dialog.getByRole('checkbox', { name: CONSENT });
  if (await box.isVisible()) await box.click();
}
