'use client';

import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button, type ButtonVariant } from './button';
import { copyText } from './clipboard';
import { cx } from './cx';

type Outcome = 'idle' | 'copied' | 'failed';

const ICONS = { idle: Copy, copied: Check, failed: X } satisfies Record<Outcome, typeof Copy>;

/** Copies `text` and says whether it worked. `label` names what is copied. */
export function CopyButton({
  text,
  label,
  withText,
  variant,
  className,
}: {
  text: string;
  label?: string;
  /** With the word beside the icon. */
  withText?: boolean;
  /** Of one with its word. */
  variant?: ButtonVariant;
  className?: string;
}) {
  const t = useT('common');
  const [outcome, setOutcome] = useState<Outcome>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const Icon = ICONS[outcome];
  const word = outcome === 'idle' ? (label ?? t('copy')) : t(outcome === 'copied' ? 'copied' : 'copyFailed');
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');

  if (withText) {
    return (
      <Button
        size="sm"
        variant={variant}
        icon={<Icon size={14} aria-hidden />}
        onClick={copy}
        className={className}
      >
        <span aria-live="polite">{word}</span>
      </Button>
    );
  }
  return (
    <button
      type="button"
      title={word}
      aria-label={word}
      onClick={copy}
      className={cx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-3 hover:bg-hover hover:text-1',
        outcome === 'copied' && 'text-verified',
        outcome === 'failed' && 'text-lost',
        className,
      )}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
