import { LayoutDashboard, Lock, type LucideIcon, ScrollText, Server, Stethoscope } from 'lucide-react';

export type PageName = 'overview' | 'locks' | 'findings' | 'nodes' | 'audit';

type Page = { path: string; icon: LucideIcon; key: string };

/** The pages there are, in the order of the tabs; `key` follows `g`. */
export const PAGES = {
  overview: { path: '/', icon: LayoutDashboard, key: 'o' },
  locks: { path: '/locks', icon: Lock, key: 'l' },
  findings: { path: '/findings', icon: Stethoscope, key: 'f' },
  nodes: { path: '/nodes', icon: Server, key: 'n' },
  audit: { path: '/audit', icon: ScrollText, key: 'a' },
} satisfies Record<PageName, Page>;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** Whether `path` lies in the page. */
export function isIn(page: PageName, path: string): boolean {
  const { path: own } = PAGES[page];
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
