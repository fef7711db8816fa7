'use client';

import { useT } from '@/components/i18n/use-t';
import { Button } from './button';

type Props = {
  on: boolean;
  onChange(on: boolean): void /** What it is of, for who does not see it. */;
  of?: string;
};

/** Turns a picture into its table and back. */
export function TableToggle({ on, onChange, of }: Props) {
  const t = useT('common');
  return (
    <Button size="sm" variant="link" aria-pressed={on} onClick={() => onChange(!on)}>
      {t(on ? 'chart' : 'table')}
      {of === undefined ? null : <span className="sr-only">: {of}</span>}
    </Button>
  );
}
