import {
  BookOpen,
  Boxes,
  ChartLine,
  CircleUserRound,
  LayoutDashboard,
  Lightbulb,
  Lock,
  type LucideIcon,
  ScrollText,
  Server,
  Stethoscope,
  Waypoints,
} from 'lucide-react';
import { DOCS_PATH } from '@/lib/domain/docs/doc-paths';

export type PageName =
  | 'overview'
  | 'locks'
  | 'families'
  | 'graph'
  | 'holders'
  | 'history'
  | 'findings'
  | 'insights'
  | 'nodes'
  | 'audit';

type Page = { path: string; icon: LucideIcon; key: string };

/** The pages there are, in the order of the tabs; `key` follows `g`. */
export const PAGES = {
  overview: { path: '/', icon: LayoutDashboard, key: 'o' },
  locks: { path: '/locks', icon: Lock, key: 'l' },
  families: { path: '/families', icon: Boxes, key: 'm' },
  graph: { path: '/graph', icon: Waypoints, key: 'g' },
  holders: { path: '/holders', icon: CircleUserRound, key: 'w' },
  history: { path: '/history', icon: ChartLine, key: 'h' },
  findings: { path: '/findings', icon: Stethoscope, key: 'f' },
  insights: { path: '/insights', icon: Lightbulb, key: 'i' },
  nodes: { path: '/nodes', icon: Server, key: 'n' },
  audit: { path: '/audit', icon: ScrollText, key: 'a' },
} satisfies Record<PageName, Page>;

/** The documentation has no tab: it is in the menu More, the palette and the keyboard card. */
export const DOCS_PAGE = { path: DOCS_PATH, icon: BookOpen, key: 'd' } satisfies Page;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** Those that have a place at the bottom of a narrow screen; the others stand under More. */
export const NARROW_PAGES = ['overview', 'locks', 'findings', 'nodes'] as const satisfies PageName[];
export const UNDER_MORE = PAGE_NAMES.filter((page) => !NARROW_PAGES.some((shown) => shown === page));

/** Whether `path` lies in the page. */
export function isIn(page: PageName, path: string): boolean {
  const { path: own } = PAGES[page];
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
