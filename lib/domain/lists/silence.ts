import { type FindingCode, NODE_FINDINGS } from '../../contract/finding-codes';
import type { Silence, SilenceScope } from '../../contract/silences';
import { bytesOf } from '../keys/bytes';
import { familyOf } from '../keys/family';
import { compileGlob } from '../keys/glob';
import { keyOfSlug, type LockId, parseLockId } from '../keys/lock-id';

/** The part of a finding that silences match on: `id` and `key` of its lock, or its `node`. */
export type Silenceable = {
  code: FindingCode;
  target: string;
  id: LockId | null;
  key: string | null;
  node: string | null;
};

/** Longest duration of a silence, ms. */
export const SILENCE_MOST_MS = 90 * 86_400_000;

const OF_NODES: ReadonlySet<FindingCode> = new Set<FindingCode>([...NODE_FINDINGS, 'node-silent']);

/** Scopes that can apply to findings of a rule, the narrowest first. */
export function scopesOf(code: FindingCode): readonly SilenceScope['kind'][] {
  return OF_NODES.has(code) ? ['node', 'all'] : ['lock', 'family', 'glob', 'all'];
}

/** Whether a silence that is active at `nowMs` covers this finding. Pure. */
export function isSilenced(finding: Silenceable, silences: readonly Silence[], nowMs: number): boolean {
  return silencer(silences, nowMs)(finding) !== null;
}

/**
 * Returns a function that finds the silence covering a finding at `nowMs`: the one that ends last; null = none. It
 * tests the globs of a rule one by one and looks up all other scopes by name. That keeps it fast for many findings.
 * Pure.
 */
export function silencer(
  silences: readonly Silence[],
  nowMs: number,
): (finding: Silenceable) => Silence | null {
  const exact = new Map<string, Silence>();
  const globs = new Map<string, { silence: Silence; matches: (key: string) => boolean }[]>();
  for (const silence of silences) {
    if (silence.untilMs <= nowMs) continue;
    const { scope } = silence;
    if (scope.kind === 'glob') {
      const rule = ruleOf(silence);
      const matches = compileGlob(bytesOf(scope.glob));
      globs.set(rule, [...(globs.get(rule) ?? []), { silence, matches }]);
    } else {
      const name = nameOf(silence, scope);
      exact.set(name, laterOf(exact.get(name) ?? null, silence) ?? silence);
    }
  }
  if (exact.size === 0 && globs.size === 0) return () => null;
  return (finding) => {
    const found = scopesAround(finding).map((scope) => exact.get(nameOf(finding, scope)) ?? null);
    const own = finding.key === null ? [] : (globs.get(ruleOf(finding)) ?? []);
    const key = own.length > 0 ? keyBytesOf(finding) : '';
    for (const { silence, matches } of own) if (matches(key)) found.push(silence);
    return found.reduce(laterOf, null);
  };
}

function laterOf(a: Silence | null, b: Silence | null): Silence | null {
  return a && b ? (a.untilMs >= b.untilMs ? a : b) : (a ?? b);
}

function scopesAround({ id, key, node }: Silenceable): Exclude<SilenceScope, { kind: 'glob' }>[] {
  return [
    { kind: 'all' },
    ...(id === null ? [] : [{ kind: 'lock', id } as const]),
    ...(key === null ? [] : [{ kind: 'family', family: familyOf(key) } as const]),
    ...(node === null ? [] : [{ kind: 'node', node } as const]),
  ];
}

function ruleOf({ code, target }: Pick<Silence, 'code' | 'target'>): string {
  return `${target} ${code}`;
}

function nameOf(
  of: Pick<Silence, 'code' | 'target'>,
  scope: Exclude<SilenceScope, { kind: 'glob' }>,
): string {
  const name =
    scope.kind === 'lock'
      ? scope.id
      : scope.kind === 'family'
        ? scope.family
        : scope.kind === 'node'
          ? scope.node
          : '';
  return `${ruleOf(of)} ${scope.kind} ${name}`;
}

/** A key too long for its id is known only in its display form. */
function keyBytesOf({ id, key }: Silenceable): string {
  const slug = id === null ? undefined : parseLockId(id)?.slug;
  return (slug === undefined ? null : keyOfSlug(slug)) ?? bytesOf(key ?? '');
}
