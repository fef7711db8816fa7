import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';

const STEPS = [
  { byMs: -60_000, name: 'back1m', icon: ChevronsLeft },
  { byMs: -10_000, name: 'back10s', icon: ChevronLeft },
  { byMs: 10_000, name: 'on10s', icon: ChevronRight },
  { byMs: 60_000, name: 'on1m', icon: ChevronsRight },
] as const;

/** A little earlier or later. */
export function MomentSteps({ atMs, onMove }: { atMs: number; onMove(atMs: number): void }) {
  const t = useT('rewind');
  return (
    <span className="flex">
      {STEPS.map(({ byMs, name, icon: Icon }) => (
        <Button
          key={name}
          variant="ghost"
          size="sm"
          square
          className="text-info max-sm:w-6"
          aria-label={t(`step.${name}`)}
          title={t(`step.${name}`)}
          icon={<Icon size={16} aria-hidden />}
          onClick={() => onMove(atMs + byMs)}
        />
      ))}
    </span>
  );
}
