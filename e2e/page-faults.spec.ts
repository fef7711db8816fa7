import type { Page } from '@playwright/test';
import type { NodeStatus } from '../lib/contract/nodes';
import { hidesLocks } from '../lib/domain/nodes/missing-right';
import { type RunningConsole, startConsole } from './support/console';
import { expectNoClaim, settled, textOf, troubleOf } from './support/page-faults/claims';
import { DENIED, FAULTS, type Fault, READS } from './support/page-faults/faults';
import { ABSENT_KEY, KEYS, lockPath } from './support/page-faults/locks';
import { pagesOf } from './support/page-faults/pages';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'parallel' });

const nodesOf = async (url: string): Promise<NodeStatus[]> =>
  ((await (await fetch(`${url}/api/nodes`)).json()) as { nodes: NodeStatus[] }).nodes;

/** A console that has read all it can when the fault comes, and has noticed it when `use` is called. */
async function struckBy(fault: Fault, use: (console: RunningConsole) => Promise<void>): Promise<void> {
  const scene = await fault.prepare();
  try {
    const console = await startConsole({ targets: scene.targets });
    try {
      if (fault.knows !== 'nothing') await until('everything was read', () => hasRead(console.url));
      await scene.strike();
      if (fault.knows !== 'all')
        await until('the fault is noticed', async () =>
          (await nodesOf(console.url)).every(({ state }) => state === 'down' || state === 'stale'),
        );
      await use(console);
    } finally {
      await console.close();
    }
  } finally {
    await scene.close();
  }
}

/** Rights were tried, and of all whose names may be scanned the contents were read. */
async function hasRead(url: string): Promise<boolean> {
  const nodes = await nodesOf(url);
  const mayScan = ({ missingRights }: NodeStatus) =>
    !missingRights?.some(({ command }) => command === 'SCAN');
  return nodes.every(
    (node) => node.missingRights && (!mayScan(node) || node.coverage.completedAtMs !== null),
  );
}

/** Goes to a page as a link in it does; a whole load each time would take most of the test. */
async function open(page: Page, url: string, path: string, where = path): Promise<void> {
  if (page.url().startsWith(url)) {
    await page.evaluate((to) => (window as unknown as NextWindow).next.router.push(to), path);
    await page.waitForURL(`${url}${path}`);
  } else await page.goto(`${url}${path}`);
  await settled(page, where);
}

type NextWindow = { next: { router: { push(path: string): void } } };

for (const fault of FAULTS) {
  test(`${fault.name}: no page states what is not known`, { tag: '@long' }, async ({ page }) => {
    const trouble = troubleOf(page);
    await struckBy(fault, async ({ url }) => {
      for (const path of pagesOf('test')) {
        await open(page, url, path);
        await expectNoClaim(page, path, fault.knows);
        expect.soft(trouble(), `${path}: errors`).toEqual([]);
      }
      await page.goto(`${url}/locks?target=test`);
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
      if (fault.knows === 'nothing') {
        await expect(page.getByText('Nothing found yet')).toBeVisible();
        return;
      }
      await expect(rows).toHaveCount(Object.keys(KEYS).length);
      for (const row of await rows.all())
        await expect(row).toContainText(fault.knows === 'past' ? 'Unknown' : /Held|Contended|At risk/);
    });
  });
}

/** As many consoles beside each other as make the file quick on two processors. */
const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  const mine = READS.filter((_, i) => i % PARTS === part);
  test(`each read right denied in turn, part ${part + 1}: no page states what is not known`, {
    tag: '@long',
  }, async ({ page }) => {
    test.setTimeout(600_000);
    const trouble = troubleOf(page);
    await struckBy(DENIED(mine), async ({ url }) => {
      for (const node of await nodesOf(url)) {
        const { target } = node;
        for (const path of pagesOf(target)) {
          const where = `${target}, ${path}`;
          await open(page, url, path, where);
          await expectNoClaim(page, where, 'all');
          await expectNothingHidden(page, {
            url,
            node,
            where,
            isAbsent: path === lockPath(target, ABSENT_KEY),
          });
          expect.soft(trouble(), `${where}: errors`).toEqual([]);
        }
      }
    });
  });
}

/** What a list without the right leaves out is not said to be nowhere. */
async function expectNothingHidden(
  page: Page,
  { url, node, where, isAbsent }: { url: string; node: NodeStatus; where: string; isAbsent: boolean },
) {
  const [missing] = node.missingRights ?? [];
  const text = await textOf(page);
  if (!isAbsent) expect.soft(text, where).not.toMatch(/redis has no lock|there is no such lock/i);
  // Asked behind the text: what was looked at by then may be said to be all.
  const now = (await nodesOf(url)).find(({ target }) => target === node.target);
  if (now?.coverage.names === 1 && now.coverage.contents === 1) return;
  if (missing && hidesLocks(missing) && where.includes('target='))
    await expect.soft(page.getByText(`May not run ${missing.command}`).first(), where).toBeVisible();
  expect.soft(text, where).not.toMatch(WHOLE);
}

/** Sentences that only hold where everything was looked at. */
const WHOLE =
  /no lock is (?:held|waited for)(?! or at risk so far)|every (?:name and|rule passes for the locks seen so far\.|key that)|no rule has found anything(?! on this node)|nothing needs you now(?!, as far)|no key is in doubt\b(?! was)/i;
