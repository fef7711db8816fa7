import { Moon, Sun } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Menu, MenuRadio } from '@/components/ui/menu';
import { THEMES, useThemeChoice } from './use-theme-choice';

export function ThemeMenu() {
  const t = useT('shell');
  const { isDark } = useThemeChoice();
  const Icon = isDark ? Moon : Sun;
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" square aria-label={t('theme.label')} icon={<Icon size={16} aria-hidden />} />
      }
    >
      <ThemeChoice />
    </Menu>
  );
}

export function ThemeChoice() {
  const t = useT('shell');
  const { theme, setTheme } = useThemeChoice();
  return (
    <MenuRadio
      label={t('theme.label')}
      value={theme}
      onChange={setTheme}
      options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  );
}
