'use client';

import { Fingerprint, Keyboard, LogOut, Settings, UserRoundCheck } from 'lucide-react';
import { useLocale } from 'use-intl';
import { useZone } from '@/components/i18n/time-zone';
import { useT } from '@/components/i18n/use-t';
import { MenuCheck, MenuItem, MenuLink, MenuRadio, MenuSeparator } from '@/components/ui/menu';
import { call } from '@/lib/api/http';
import { hasSession } from '@/lib/contract/rights';
import { LOCALE_COOKIE, LOCALES, type Locale } from '@/lib/i18n/locales';
import { useDenied, useSession } from '../app/access';
import { useSingleKeys } from '../app/shortcuts';
import { useTarget, withTarget } from '../app/use-target';
import { useStored } from '../ui/use-stored';
import { DOCS_PAGE } from './pages';
import { THEMES, useThemeChoice } from './use-theme-choice';

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

/** Choices that belong to the person, not to the page. */
export function MoreItems({ onHelp, onPasskeys }: { onHelp(): void; onPasskeys(): void }) {
  const t = useT('shell');
  const locale = useLocale() as Locale;
  const { isUtc, setUtc } = useZone();
  const [density, setDensity] = useStored('lockscope-density', 'comfortable');
  const [keys, setKeys] = useSingleKeys();
  return (
    <>
      <MenuRadio
        label={t('more.language')}
        value={locale}
        onChange={chooseLocale}
        options={Object.entries(LOCALES).map(([value, label]) => ({ value: value as Locale, label }))}
      />
      <MenuSeparator />
      <MenuRadio
        label={t('more.zone')}
        value={isUtc ? 'utc' : 'local'}
        onChange={(next) => setUtc(next === 'utc')}
        options={[
          { value: 'local', label: t('more.zoneLocal') },
          { value: 'utc', label: t('more.zoneUtc') },
        ]}
      />
      <MenuSeparator />
      <MenuRadio
        label={t('more.density')}
        value={density}
        onChange={setDensity}
        options={[
          { value: 'comfortable', label: t('more.comfortable') },
          { value: 'compact', label: t('more.compact') },
        ]}
      />
      <MenuSeparator />
      <MenuCheck checked={keys} onChange={setKeys}>
        {t('more.keys')}
      </MenuCheck>
      <MenuItem icon={<Keyboard size={16} aria-hidden />} onClick={onHelp}>
        {t('more.keyboard')}
      </MenuItem>
      <DocsItem />
      <RequestsItem />
      <SettingsItem />
      <WhoItems onPasskeys={onPasskeys} />
    </>
  );
}

function DocsItem() {
  const t = useT('docs');
  const [target] = useTarget();
  return (
    <MenuLink href={withTarget(DOCS_PAGE.path, target)} icon={<DOCS_PAGE.icon size={16} aria-hidden />}>
      {t('title')}
    </MenuLink>
  );
}

/** Acts that wait for a second person, where there can be one. */
function RequestsItem() {
  const t = useT('requests');
  if (!useSession().signIn) return null;
  return (
    <MenuLink href="/requests" icon={<UserRoundCheck size={16} aria-hidden />}>
      {t('title')}
    </MenuLink>
  );
}

/** For who administers the console, and where nobody signs in for everybody. */
function SettingsItem() {
  const t = useT('settings');
  if (useDenied('admin', null)) return null;
  return (
    <MenuLink href="/settings" icon={<Settings size={16} aria-hidden />}>
      {t('title')}
    </MenuLink>
  );
}

/** Who is signed in, where people sign in, and the way out. */
function WhoItems({ onPasskeys }: { onPasskeys(): void }) {
  const t = useT('access');
  const passkeys = useT('passkeys');
  const { who, signIn } = useSession();
  if (!who || !signIn) return null;
  return (
    <>
      <MenuSeparator />
      <p className="max-w-64 px-2 py-1 text-3 text-sm">
        {t('as', { name: who.name })}, {t(`via.${who.via}`)}
      </p>
      {hasSession(who.via) ? (
        <>
          <MenuItem icon={<Fingerprint size={16} aria-hidden />} onClick={onPasskeys}>
            {passkeys('open')}
          </MenuItem>
          <MenuItem icon={<LogOut size={16} aria-hidden />} onClick={signOut}>
            {t('signOut')}
          </MenuItem>
        </>
      ) : null}
    </>
  );
}

/** What was loaded was for somebody who is gone now, so nothing of it stays. */
function signOut(): void {
  call('DELETE /api/session', {}).then(
    ({ leaveAt }) => location.assign(leaveAt ?? '/sign-in'),
    () => location.reload(), // the page says why the console cannot be asked
  );
}

/** The server renders in the chosen language, so the page is loaded again. */
function chooseLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}
