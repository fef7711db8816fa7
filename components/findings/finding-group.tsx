import { useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { FindingIcon } from '../finding-parts/finding-text';
import { isOfNode } from '../finding-parts/node-finding-icons';
import { FindingRow } from './finding-row';
import type { Group } from './group-findings';
import { type OpenSilence, SilenceButton } from './silence-button';

const FIRST = 20;

/** One rule: what it means, what to do, and the locks it is true of. */
export function FindingGroup({ group, onSilence }: { group: Group; onSilence: OpenSilence }) {
  const t = useT('findings');
  const silences = useT('silences');
  const [all, setAll] = useState(false);
  const { code, severity, findings, count } = group;
  const title = t.has(`code.${code}`) ? t(`code.${code}.title`) : code;
  const ofNodes = findings.some(({ node }) => node !== null);
  const targets = [...new Set(findings.map(({ target }) => target))].sort();
  const shown = all ? findings : findings.slice(0, FIRST);
  return (
    <Panel
      stacks
      title={
        <span className="flex items-center gap-2">
          <FindingIcon code={code} severity={severity} />
          {title}
        </span>
      }
      hint={ofNodes ? t('onNodes', { count: findings.length }) : t('onLocks', { count })}
      right={
        <>
          {t(`severity.${severity}`)}
          <SilenceButton
            name={title}
            target={targets.length === 1 ? (targets[0] ?? null) : null}
            onClick={() => onSilence({ code, targets, finding: null })}
          />
        </>
      }
    >
      {t.has(`code.${code}`) ? (
        <p className="max-w-[110ch] px-3 pt-2.5 pb-2 text-2">
          {t(`code.${code}.why`)} <span className="text-1">{t(`code.${code}.fix`)}</span>
          {isOfNode(code) ? ` ${t('cost', { cost: t(`code.${code}.cost`) })}` : null}
        </p>
      ) : null}
      <table className="w-full table-fixed tabular-nums border-line border-t">
        <caption className="sr-only">
          {ofNodes ? t('captionNodes', { title, count: findings.length }) : t('caption', { title, count })}
        </caption>
        <thead className="text-3 text-xs max-sm:sr-only">
          <tr className="h-8 border-line border-b">
            <th scope="col" className="w-[34%] px-3">
              {t('where')}
            </th>
            <th scope="col" className="px-3">
              {t('evidence')}
            </th>
            <th scope="col" className="w-44 px-3 text-end">
              {t('since')}
            </th>
            <th scope="col" className="w-28 px-3">
              <span className="sr-only">{silences('open')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((finding) => (
            <FindingRow
              key={`${finding.target} ${finding.id ?? finding.node}`}
              finding={finding}
              onSilence={onSilence}
            />
          ))}
        </tbody>
      </table>
      {shown.length < findings.length ? (
        <div className="flex items-center gap-3 border-line border-t px-3 py-1.5 text-3 text-sm">
          {t('shown', { shown: shown.length, count: findings.length })}
          <Button size="sm" onClick={() => setAll(true)}>
            {t('showAll')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
