import type { FindingCode } from '@/lib/contract/finding-codes';
import type { OpenFinding } from '@/lib/contract/findings';
import type { SilenceScope } from '@/lib/contract/silences';
import { familyOf } from '@/lib/domain/keys/family';
import { SILENCE_MOST_MS, scopesOf } from '@/lib/domain/lists/silence';
import { wallClockOf, wallMomentOf } from '../i18n/wall-clock';

/** What a dialog was opened for: one finding, or all of a rule. */
export type SilenceAbout = { code: FindingCode; targets: readonly string[]; finding: OpenFinding | null };

const HOUR_MS = 3_600_000;
export const SPANS = { '1h': HOUR_MS, '8h': 8 * HOUR_MS, '1d': 24 * HOUR_MS, '7d': 168 * HOUR_MS } as const;
export type SilenceSpan = keyof typeof SPANS;

/** `date` = as a date-time field has it, on the viewer's clocks. */
export type SilenceDraft = {
  kind: SilenceScope['kind'];
  target: string;
  glob: string;
  until: SilenceSpan | 'date';
  date: string;
  reason: string;
};

/** The narrowest scope for the shortest time. */
export function firstDraft(about: SilenceAbout, nowMs: number, timeZone: string): SilenceDraft {
  const { finding, targets } = about;
  return {
    kind: kindsFor(about)[0] ?? 'all',
    target: finding?.target ?? targets[0] ?? '',
    glob: finding?.key ? globLike(finding.key) : '',
    until: '1h',
    date: wallClockOf(nowMs + SPANS['1d'], timeZone),
    reason: '',
  };
}

/** Scopes that can be true of what the dialog is about, the usual one first. */
export function kindsFor({ code, finding }: SilenceAbout): SilenceScope['kind'][] {
  const possible = scopesOf(code);
  if (!finding) return possible.includes('glob') ? ['all', 'glob'] : ['all'];
  const isOnlyOne = finding.key !== null && familyOf(finding.key) === finding.key;
  return possible.filter((kind) => kind !== 'family' || !isOnlyOne);
}

/** What would be silenced; null = something of it is missing. */
export function scopeFor({ kind, glob }: SilenceDraft, { finding }: SilenceAbout): SilenceScope | null {
  switch (kind) {
    case 'lock':
      return finding?.id == null ? null : { kind, id: finding.id };
    case 'family':
      return finding?.key == null ? null : { kind, family: familyOf(finding.key) };
    case 'node':
      return finding?.node == null ? null : { kind, node: finding.node };
    case 'glob':
      return glob.trim() === '' ? null : { kind, glob: glob.trim() };
    case 'all':
      return { kind };
  }
}

/** When it would end, whole epoch ms (`nowMs` may be a fraction); null = not said. */
export function untilOf({ until, date }: SilenceDraft, nowMs: number, timeZone: string): number | null {
  return until === 'date' ? wallMomentOf(date, timeZone) : Math.round(nowMs) + SPANS[until];
}

/** What keeps an end from being one; null = nothing does. */
export function endProblem(untilMs: number | null, nowMs: number): 'date' | 'past' | 'far' | null {
  if (untilMs === null) return 'date';
  if (untilMs <= nowMs) return 'past';
  return untilMs - nowMs > SILENCE_MOST_MS ? 'far' : null;
}

/** A glob of the key's family, where its shape says which parts differ. */
function globLike(key: string): string {
  return familyOf(key.replace(/[?[\]\\]/g, '?'));
}
