'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataAge } from '@/components/app/data-age';
import { useNow } from '@/components/app/live-provider';
import { freshnessOf, nodeSummaryOf } from '@/components/app/node-summary';
import { PageFrame } from '@/components/app/page-frame';
import { useShowTally } from '@/components/app/page-tally';
import { QueryPage } from '@/components/app/query-page';
import { useFreshness } from '@/components/app/use-freshness';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EmptyState } from '@/components/ui/states';
import { findingsQueries, nodesQueries } from '@/lib/api/queries';
import type { FindingsAnswer } from '@/lib/contract/findings';
import { FindingGroup } from './finding-group';
import { groupsOf } from './group-findings';
import { SilenceDialog } from './silence-dialog';
import type { SilenceAbout } from './silence-draft';
import { SilencedPanel } from './silenced-panel';

/** Every open finding, by rule: what it means, how it is known, what to do. */
export function FindingsPage() {
  const t = useT('findings');
  const [target] = useTarget();
  const query = useQuery(findingsQueries.open(target));
  useShowTally(query.data && !query.error ? query.data.tally : null);
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query}>
      {(answer) => <Content answer={answer} />}
    </QueryPage>
  );
}

function Content({ answer }: { answer: FindingsAnswer }) {
  const t = useT('findings');
  const format = useFormat();
  const age = useDataAge();
  const fresh = useFreshness();
  const silences = useT('silences');
  const [about, setAbout] = useState<SilenceAbout | null>(null);
  const [done, setDone] = useState(0);
  const closed = (isDone: boolean) => {
    setAbout(null);
    if (isDone) setDone(done + 1);
  };
  const groups = groupsOf(answer.findings.filter(({ silence }) => silence === null));
  const count = answer.tally.findings.all;
  return (
    <PageFrame
      title={t('title')}
      hint={[
        ...(fresh?.answering === 0 && count === 0 ? [] : [t('summary', { count })]),
        ...(answer.silenced > 0 ? [silences('countHint', { count: format.count(answer.silenced) })] : []),
        ...(age === null ? [] : [age]),
      ].join(' · ')}
    >
      {groups.length > 0 ? null : answer.silenced > 0 ? <NothingElse /> : <Nothing />}
      {groups.map((group) => (
        <FindingGroup key={group.code} group={group} onSilence={setAbout} />
      ))}
      <SilencedPanel done={done} />
      {about ? <SilenceDialog about={about} onClosed={closed} /> : null}
    </PageFrame>
  );
}

function NothingElse() {
  const t = useT('silences');
  return (
    <div className="panel">
      <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
    </div>
  );
}

/** Nothing found is only good news as far as was looked. */
function Nothing() {
  const t = useT('findings');
  const format = useFormat();
  const nowMs = useNow();
  const [target] = useTarget();
  const nodes = useQuery(nodesQueries.now());
  const shown = nodes.data?.nodes.filter((node) => target === null || node.target === target) ?? [];
  const { names, contents } = nodeSummaryOf(shown);
  const { answering } = freshnessOf(shown, null);
  const passedAt = shown.map(({ coverage }) => coverage.completedAtMs);
  const covered = names === 1 && contents === 1 && passedAt.every((at) => at !== null);
  const age = format.age(nowMs - Math.min(...passedAt.map((at) => at ?? nowMs)));
  return (
    <div className="panel">
      {names === null || contents === null || answering === 0 ? (
        <EmptyState title={t('nobody')}>{t('nobodyText')}</EmptyState>
      ) : covered ? (
        <EmptyState title={t('empty')}>{t('emptyText', { age })}</EmptyState>
      ) : (
        <EmptyState title={t('emptyNotCovered')}>
          {t('emptyNotCoveredText', { names: format.share(names), contents: format.share(contents) })}
        </EmptyState>
      )}
    </div>
  );
}
