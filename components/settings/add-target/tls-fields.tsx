import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useT } from '@/components/i18n/use-t';
import { TextInput } from '@/components/ui/text-input';
import { TLS_FIELDS, type TlsField } from './target-draft';

type Props = { typed(field: TlsField): Pick<ComponentProps<'input'>, 'value' | 'onChange'> };

/** Folded: most servers need none of it. */
export function TlsFields({ typed }: Props) {
  const t = useT('addTarget');
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 px-2.5 py-1 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight size={14} aria-hidden className="shrink-0 text-3 group-open:rotate-90" />
        {t('tls.title')}
        <span className="min-w-0 font-normal text-3 text-sm">{t('tls.optional')}</span>
      </summary>
      <div className="grid gap-3 border-line border-t px-2.5 py-2.5 sm:grid-cols-2">
        {TLS_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`tls.${field}`)}
            hint={field === 'servername' ? t('tls.servernameHint') : undefined}
            mono
            dir="ltr"
            autoCapitalize="none"
            maxLength={field === 'servername' ? 253 : 1_000}
            {...typed(field)}
          />
        ))}
        <p className="text-3 text-sm sm:col-span-2">{t('tls.about')}</p>
      </div>
    </details>
  );
}
