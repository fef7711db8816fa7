import { UserRoundX } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { nameOfFile } from './name-of-file';

const IN_FILE = '"signIn": { "local": true }';
const IN_VARIABLE = 'LOCKSCOPE_SIGN_IN=local';
const ADD_USER = 'lockscope user add NAME --group admin';

/** In place of roles, tokens and sessions where there are none, and how there come to be some. */
export function NobodySignsIn({ file }: { file: string | null }) {
  const t = useT('settings');
  return (
    <div className="panel flex flex-col gap-2 px-4 py-5">
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <UserRoundX size={16} aria-hidden className="text-3" />
        {t('nobody.title')}
      </h2>
      <p className="max-w-[72ch] text-2">{t('nobody.text')}</p>
      <p className="max-w-[72ch] text-2">
        {file === null ? t('nobody.howVariables') : t('nobody.how', { file: nameOfFile(file) })}
      </p>
      {[file === null ? IN_VARIABLE : IN_FILE, ADD_USER].map((line) => (
        <p key={line} className="flex max-w-[72ch] items-center gap-1 rounded-sm bg-sunken ps-2.5 pe-1">
          <bdi dir="ltr" className="mono wrap-anywhere min-w-0 flex-1 py-1">
            {line}
          </bdi>
          <CopyButton text={line} label={t('nobody.copy')} />
        </p>
      ))}
    </div>
  );
}
