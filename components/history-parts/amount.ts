import type { Formatter } from '@/lib/i18n/format';

/** An average of things that are counted: "3 118", "2.4", "0.03". */
export function amount(value: number, format: Pick<Formatter, 'count'>): string {
  if (Number.isInteger(value) || value >= 100) return format.count(value);
  return value >= 0.1 ? value.toFixed(1).replace(/\.0$/, '') : value >= 0.005 ? value.toFixed(2) : '< 0.01';
}
