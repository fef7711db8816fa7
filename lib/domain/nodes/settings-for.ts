import type { ReachCode } from '../../contract/node-codes';
import type { SettingsSource } from './settings-source';
import type { Target } from './target';

/** The settings of a target that a problem points at; for all others it is the address itself. */
const SETTINGS: Partial<Record<ReachCode, readonly string[]>> = {
  'wrong-password': ['username', 'password'],
  'no-password': ['password'],
  'no-database': ['db'],
  'no-primary': ['primary', 'nodes'],
  tls: ['tls'],
};

/** Where the settings of a target are, as far as that decides how they are called. */
export type SettingsFrom = { topology: Target['topology']['kind']; source: SettingsSource | null };

/** Names of the settings, or variables, that decide whether a server is reached. Sample data has none. */
export function settingsFor(code: ReachCode, { topology, source }: SettingsFrom): readonly string[] {
  if (source?.is === 'sample') return [];
  // The URL of the variable has all of them.
  if (source?.is === 'variables') return ['LOCKSCOPE_REDIS_URL'];
  return SETTINGS[code] ?? [topology === 'standalone' ? 'url' : 'nodes'];
}
