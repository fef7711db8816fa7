'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Messages, Namespace } from '@/lib/i18n/messages';

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

export type Values = Record<string, string | number>;
type RichValues = Record<string, string | number | ((chunks: ReactNode) => ReactNode)>;

/** Texts of one namespace. Names are checked by the compiler, values are not. */
export type T<N extends Namespace> = {
  (name: Paths<Messages[N]>, values?: Values): string;
  /** With tags: `t.rich('x', { b: (chunks) => <b>{chunks}</b> })`. */
  rich(name: Paths<Messages[N]>, values: RichValues): ReactNode;
  /** Whether there is such a text, for codes that a newer server may send. */
  has(name: string): boolean;
};

export function useT<N extends Namespace>(namespace: N): T<N> {
  return useTranslations(namespace as never) as unknown as T<N>;
}
