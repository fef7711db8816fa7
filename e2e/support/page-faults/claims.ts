import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Knowledge } from './faults';

/** What no page may say, whatever happens: a figure or a name that was never filled in. */
const BROKEN = /\b(?:NaN|undefined|null|Infinity|Invalid Date)\b|\[object /;
/** That something is not there, or is so now: known only of a server that answers. */
const ABSENT =
  /nobody waits|no client waits|no lock is held|redis has no lock|there is no such lock|nothing needs you|no lock is waited for|no key is in doubt|no rule has found|every (?:rule passes|name and every value|key that looks)|none expires|has been renewed yet|\b0 (?:locks?|waits?|holders?) /i;
const NOW = /\bnow \d|left of the lease now|lease left of/i;
/** Of what was read before: there was nothing. */
const PAST = /\bago\b|last reading|last known|last read\b|all below is from/i;

/** Waits until a page says all that it will say. A page that only turns a wheel fails here. */
export async function settled(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), `${where}: a heading`).toBeVisible();
  const pill = page.getByRole('region', { name: 'Live updates' });
  await expect(pill, `${where}: the live control`).toContainText(/Live|Polling|No data/);
  await expect(page.locator('main [aria-busy="true"]'), `${where}: it is loaded`).toHaveCount(0);
}

/** What a page says, for eyes and for screen readers, without the frame around it. */
export function textOf(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => (main as HTMLElement).innerText.replace(/\s*\n\s*/g, ' / '));
}

/** Texts outside of pictures that are the number 0 and nothing else. */
function zerosOf(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => element.childElementCount === 0 && !element.closest('svg'))
      .filter((element) => element.textContent?.trim() === '0')
      .map((element) => element.closest('tr, dl, li, section')?.textContent ?? '0'),
  );
}

/** `path` states nothing that is not known. Names each sentence that it should not say. */
export async function expectNoClaim(page: Page, path: string, knows: Knowledge): Promise<void> {
  const text = await textOf(page);
  const labels = await page
    .locator('main [aria-label], main [title]')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('aria-label')} ${one.getAttribute('title')}`));
  expect.soft(text, path).not.toMatch(BROKEN);
  expect.soft(labels.join(' / ').replaceAll('null', ''), `${path}: labels`).not.toMatch(BROKEN);
  if (knows === 'all') return;
  const pill = page.getByRole('region', { name: 'Live updates' });
  await expect.soft(pill, path).toContainText(/No data.*0 of 1 node/);
  await expect.soft(pill.locator('.bg-verified-mark'), `${path}: a green mark`).toHaveCount(0);
  await expect.soft(page.getByRole('link', { name: 'Locks', exact: true }).first(), path).toHaveText('Locks');
  expect.soft(text, path).not.toMatch(ABSENT);
  expect.soft(text, path).not.toMatch(NOW);
  // When its file was written the history knows by itself, and a finding explains itself.
  if (knows === 'nothing')
    expect
      .soft(text.replace(/written [^/]* ago|locks that were read before keep[^/]*/g, ''), path)
      .not.toMatch(PAST);
  // What history counted while it was watched it may say; a report of families says for which share of the range that was.
  if (!/^\/(?:history|families)\b/.test(path)) expect.soft(await zerosOf(page), `${path}: 0`).toEqual([]);
}

/** Collects what goes wrong in a page without being seen; what the server refuses is shown by the page. */
export function troubleOf(page: Page): () => string[] {
  let all: string[] = [];
  page.on('pageerror', (error) => all.push(error.message));
  page.on('console', (message) => {
    const isRefusal = /^Failed to load resource: the server responded with a status of (?:403|404|50[34])/;
    if (message.type() === 'error' && !isRefusal.test(message.text())) all.push(message.text());
  });
  return () => {
    const taken = all;
    all = [];
    return taken;
  };
}
