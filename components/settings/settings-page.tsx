'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import { settingsQueries } from '@/lib/api/settings-queries';
import type { SettingsAnswer } from '@/lib/contract/settings';
import { AddButton } from './add-target/add-button';
import { HealthTab } from './health-tab';
import { nameOfFile } from './name-of-file';
import { NobodySignsIn } from './nobody-signs-in';
import { PatternsTab } from './patterns-tab';
import { RolesTab } from './roles-tab';
import { SessionsTab } from './sessions-tab';
import { SETTINGS_PARAMS, SETTINGS_TABS, type SettingsTab } from './settings-params';
import { TargetsTab } from './targets-tab';
import { TokensTab } from './tokens-tab';

/** How the console is set up: its targets with their connection test, who may do what, and how each part of it is. */
export function SettingsPage() {
  const t = useT('settings');
  const query = useQuery(settingsQueries.now());
  const [{ tab, open }, set] = useQueryStates(SETTINGS_PARAMS);
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query}>
      {(answer) => (
        <PageFrame
          title={t('title')}
          hint={
            <div className="scroll-thin max-w-full overflow-x-auto max-sm:[&_button]:px-2">
              <Segmented<SettingsTab>
                label={t('tabs.label')}
                value={tab}
                onChange={(next) => void set({ tab: next })}
                options={SETTINGS_TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
              />
            </div>
          }
          right={
            <>
              <From answer={answer} />
              <AddButton answer={answer} onAdded={(name) => void set({ tab: 'targets', open: name })} />
            </>
          }
        >
          <Tab tab={tab} answer={answer} open={open} onOpen={(next) => void set({ open: next })} />
        </PageFrame>
      )}
    </QueryPage>
  );
}

type TabProps = { tab: SettingsTab; answer: SettingsAnswer; open: string | null; onOpen(name: string): void };

function Tab({ tab, answer, open, onOpen }: TabProps) {
  if (tab === 'targets') return <TargetsTab answer={answer} open={open} onOpen={onOpen} />;
  if (tab === 'health') return <HealthTab answer={answer} />;
  if (tab === 'patterns') return <PatternsTab answer={answer} />;
  if (answer.roles === null) return <NobodySignsIn file={answer.file} />;
  if (tab === 'roles') return <RolesTab answer={answer} roles={answer.roles} />;
  return tab === 'tokens' ? <TokensTab /> : <SessionsTab />;
}

/** Where the configuration is from, and since when it counts. */
function From({ answer: { file, adding, readAtMs } }: { answer: SettingsAnswer }) {
  const t = useT('settings');
  const format = useFormat();
  const time = format.moment(readAtMs);
  return (
    <span title={file ?? undefined} className="num min-w-0 truncate text-3 text-sm max-sm:hidden">
      {file !== null
        ? t('from', { file: nameOfFile(file), time })
        : adding.file === null
          ? t('fromVariables', { time })
          : t('fromNothing')}
    </span>
  );
}
