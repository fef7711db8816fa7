import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useAnnounce } from '@/components/app/announcer';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { FailureBox } from '@/components/ui/failure-box';
import { Panel } from '@/components/ui/panel';
import { ApiFailure } from '@/lib/api/http';
import { requestTargetTest, settingsQueries } from '@/lib/api/settings-queries';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { SettingsAnswer, TargetSetting, TargetTest } from '@/lib/contract/settings';
import { SelfTest } from './self-test';
import { testVerdictOf } from './test-summary';
import { TestedServers } from './tested-servers';
import { useVerdictWords } from './verdict-text';

/** The connection test of a target: what the last one found, and the button that runs it anew. */
export function ConnectionTest({ target, nodes }: { target: TargetSetting; nodes: readonly NodeStatus[] }) {
  const t = useT('settings');
  const format = useFormat();
  const announce = useAnnounce();
  const words = useVerdictWords();
  const cache = useQueryClient();
  const textOf = useFailureText();
  const [state, setState] = useState<'idle' | 'running' | ApiFailure>('idle');
  const { name, test, readOnly } = target;

  async function run() {
    setState('running');
    try {
      const done = await requestTargetTest(name);
      cache.setQueryData(settingsQueries.now().queryKey, (before) => before && withTest(before, done));
      announce(t('test.done', { target: name, verdict: words(testVerdictOf(done)) }));
      setState('idle');
    } catch (error) {
      setState(ApiFailure.of(error));
    }
  }

  const isRunning = state === 'running';
  return (
    <Panel
      title={t('test.title', { target: name })}
      hint={
        test
          ? t('test.when', { time: format.clock(test.atMs, true), took: format.latency(test.tookMs) })
          : null
      }
      right={
        <Button
          size="sm"
          variant={test ? 'default' : 'primary'}
          off={isRunning}
          onClick={run}
          icon={<RefreshCw size={14} aria-hidden />}
        >
          {t(isRunning ? 'test.running' : test ? 'test.again' : 'test.now')}
        </Button>
      }
      bodyClassName="flex flex-col gap-2 px-3 py-2.5"
      stacks
    >
      {state instanceof ApiFailure ? <FailureBox lead={t('test.failed')}>{textOf(state)}</FailureBox> : null}
      {test ? <TestedServers servers={test.servers} readOnly={readOnly} /> : <SelfTest nodes={nodes} />}
    </Panel>
  );
}

function withTest(before: SettingsAnswer, test: TargetTest): SettingsAnswer {
  const targets = before.targets.map((each) => (each.name === test.target ? { ...each, test } : each));
  return { ...before, targets };
}
