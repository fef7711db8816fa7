import { parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { historyQueries } from '@/lib/api/history-queries';
import { auditQueries, possibleQueries } from '@/lib/api/queries';
import { settingsQueries } from '@/lib/api/settings-queries';

export const SETTINGS_TABS = ['targets', 'roles', 'tokens', 'sessions', 'patterns', 'health'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Which part of the settings is shown, and the target whose connection test is open, in the URL. */
export const SETTINGS_PARAMS = {
  tab: parseAsStringLiteral(SETTINGS_TABS).withDefault('targets').withOptions({ history: 'push' }),
  open: parseAsString.withOptions({ history: 'push' }),
};

/** What the page asks first. */
export function settingsQueriesFor(tab: SettingsTab) {
  if (tab === 'patterns') return [settingsQueries.now(), possibleQueries.all(null)];
  if (tab === 'health') return [settingsQueries.now(), historyQueries.status(), auditQueries.chain()];
  const ofAccounts = tab === 'tokens' || tab === 'sessions';
  return [settingsQueries.now(), ...(ofAccounts ? [settingsQueries.accounts()] : [])];
}
