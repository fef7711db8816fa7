import type { Decision } from '@/lib/contract/possible';
import type { PatternSetting, TargetSetting } from '@/lib/contract/settings';
import type { SettingsSource } from '@/lib/domain/nodes/settings-source';

/** Keys of a target that are locks or none, and by which word. */
export type PatternRow = {
  key: string;
  target: string;
  /** A Redis glob, or the one key that was decided about. */
  glob: string;
  is: PatternSetting['is'];
  releases: boolean;
  from:
    | { is: 'setting'; setting: string; source: SettingsSource | null }
    | { is: 'decision'; by: string; atMs: number };
};

type Targets = readonly Pick<TargetSetting, 'name' | 'patterns' | 'from'>[];

/** By target: first its configuration, in that order, then decisions, the newest first. Targets that are gone have none. */
export function patternRowsOf(targets: Targets, decisions: readonly Decision[]): PatternRow[] {
  return targets.flatMap(({ name: target, patterns, from: source }) => [
    ...patterns.map(({ glob, is, releases, setting }, i): PatternRow => {
      return {
        key: `${target} ${setting} ${i}`,
        target,
        glob,
        is,
        releases,
        from: { is: 'setting', setting, source },
      };
    }),
    ...decisions
      .filter((decision) => decision.target === target)
      .sort((a, b) => b.atMs - a.atMs)
      .map(({ id, key, is, by, atMs }): PatternRow => {
        return { key: id, target, glob: key.text, is, releases: false, from: { is: 'decision', by, atMs } };
      }),
  ]);
}
