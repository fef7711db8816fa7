import type { ReachCode } from '../contract/node-codes';
import type { NodeFailure } from '../contract/reach';
import type { SettingsSource } from '../domain/nodes/settings-source';

/** Fields of the form that takes a target, by the setting that each becomes. */
const FIELDS = {
  url: 'address',
  nodes: 'address',
  db: 'address',
  tls: 'tls',
  username: 'user',
  password: 'password',
  primary: 'primary',
} as const;

type ReachKey =
  | `cause.${ReachCode}`
  | `fields.${(typeof FIELDS)[keyof typeof FIELDS]}`
  | 'setting'
  | 'inFile'
  | 'variable'
  | 'field'
  | 'tried'
  | 'again';

export type ReachWords = {
  /** Why a server is not reached, with its likely cause. */
  cause(code: ReachCode): string;
  /** Which settings that concerns and where they are; null = no setting does. */
  where(settings: readonly string[], from: SettingsSource | null): string | null;
  /** Address, settings, and when it is tried again. */
  tried(failure: NodeFailure): string;
};

/** The words for a failure to reach a server; `t` has the texts of `reach` of a catalogue. */
export function reachWords(
  t: (key: ReachKey, values?: Record<string, string | number>) => string,
): ReachWords {
  const where: ReachWords['where'] = (names, from) => {
    const settings = names.join(', ');
    const count = names.length;
    if (count === 0) return null;
    if (from?.is === 'variables') return t('variable', { count, settings });
    if (from?.is === 'file') return t('inFile', { count, settings, key: from.key, file: from.file });
    if (from?.is !== 'form') return t('setting', { count, settings });
    const fields = [...new Set(names.map((name) => FIELDS[name as keyof typeof FIELDS] ?? 'address'))];
    const named = fields.map((field) => t(`fields.${field}`)).join(', ');
    return t('field', { count: fields.length, settings: named });
  };
  return {
    cause: (code) => t(`cause.${code}`),
    where,
    tried({ tried, settings, from, retryMs }) {
      const concerns = where(settings, from);
      return [
        t('tried', { address: tried }),
        ...(concerns === null ? [] : [`${concerns}.`]),
        t('again', { seconds: Math.round(retryMs / 1_000) }),
      ].join(' ');
    },
  };
}
