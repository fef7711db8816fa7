import { CircleUserRound, KeyRound, type LucideIcon, SquareTerminal } from 'lucide-react';

type NamedBy = 'instance' | 'process' | 'token';

export const REF_ICONS = {
  instance: CircleUserRound,
  process: SquareTerminal,
  token: KeyRound,
} satisfies Record<NamedBy, LucideIcon>;

/** What kind of name a holder is called by in an address, and the name; null = no name that we give. */
export function readRef(ref: string): { by: NamedBy; name: string } | null {
  const [, by, name] = /^(instance|process|token):(.+)$/s.exec(ref) ?? [];
  if (by === undefined || name === undefined) return null;
  // When it started tells two processes apart and says nothing to a reader; the card has it as a time.
  return { by: by as NamedBy, name: by === 'process' ? name.replace(/@\d+$/, '') : name };
}
