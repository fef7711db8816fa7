import { useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import { FindingDocLink } from '../finding-parts/finding-doc-link';
import { FindingIcon } from '../finding-parts/finding-text';
import { isOfNode } from '../finding-parts/node-finding-icons';
import { useFindingColumns } from './finding-columns';
import type { Group } from './group-findings';
import { type OpenSilence, SilenceButton } from './silence-button';

const FIRST = 20;

/** One rule: what it means, what to do, and the locks it is true of. */
export function FindingGroup({ group, onSilence }: { group: Group; onSilence: OpenSilence }) {
  const t = useT('findings');
  const docs = useT('docs');
  const columns = useFindingColumns(onSilence);
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
        <p className="max-w-[110ch] px-3 pt-2.5 pb-0.5 text-2">
          {t(`code.${code}.why`)} <span className="text-1">{t(`code.${code}.fix`)}</span>
          {isOfNode(code) ? ` ${t('cost', { cost: t(`code.${code}.cost`) })}` : null}
        </p>
      ) : null}
      <p className="px-3 pb-1.5">
        <FindingDocLink code={code} name={`${docs('ofFinding')}: ${title}`}>
          {docs('ofFinding')}
        </FindingDocLink>
      </p>
      <DataTable
        caption={
          ofNodes ? t('captionNodes', { title, count: findings.length }) : t('caption', { title, count })
        }
        className="table-fixed border-line border-t tabular-nums"
        columns={columns}
        rows={shown}
        rowKey={({ target, id, node }) => `${target} ${id ?? node}`}
        pad="sm:px-3 sm:py-2"
        rowClass="align-top hover:bg-hover"
        stacks="max-sm:flex max-sm:flex-col max-sm:px-3 max-sm:py-2"
      />
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
