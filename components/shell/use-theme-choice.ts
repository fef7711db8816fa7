'use client';

import { useTheme } from 'next-themes';
import { useFirstPicture } from '../ui/use-first-picture';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** The chosen theme, and the one that is shown; `system` and light until the page is live. */
export function useThemeChoice(): { theme: Theme; isDark: boolean; setTheme(theme: Theme): void } {
  const { theme, resolvedTheme, setTheme } = useTheme();
  const isLive = !useFirstPicture();
  const known = THEMES.find((name) => name === theme) ?? 'system';
  return { theme: isLive ? known : 'system', isDark: isLive && resolvedTheme === 'dark', setTheme };
}

/** Steps through light, dark and the system's. */
export function useNextTheme(): () => void {
  const { theme, setTheme } = useThemeChoice();
  return () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system');
}
