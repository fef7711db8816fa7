import { useQuery } from '@tanstack/react-query';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { EDGE_STACKED } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { EmptyState } from '@/components/ui/states';
import { nodesQueries } from '@/lib/api/queries';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { SettingsAnswer, TargetSetting } from '@/lib/contract/settings';
import { SampleSwitch } from './add-target/sample-switch';
import { ConnectionTest } from './connection-test';
import { selfVerdictOf, testVerdictOf } from './test-summary';
import { VerdictText } from './verdict-text';

/** `open` = the target whose test is shown; null or another name = the first. */
type Props = { answer: SettingsAnswer; open: string | null; onOpen(name: string): void };

/** A row a target, and the connection test of one of them. */
export function TargetsTab({ answer, open, onOpen }: Props) {
  const { targets, sample, nowMs } = answer;
  const t = useT('settings');
  const { data } = useQuery(nodesQueries.now());
  const shown = targets.find(({ name }) => name === open) ?? targets[0];
  const nodesOf = ({ name }: TargetSetting) => (data?.nodes ?? []).filter(({ target }) => target === name);
  if (!shown)
    return (
      <div className="panel">
        <EmptyState title={t('target.none')} />
      </div>
    );
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      {sample.state === 'off' ? null : (
        <div className="panel px-3 py-2.5 xl:col-span-2">
          <SampleSwitch sample={sample} onSwitched={() => goTo(targets)} />
        </div>
      )}
      <DataTable
        caption={t('target.caption')}
        label={t('tabs.targets')}
        scroll="panel overflow-x-auto"
        className="tabular-nums"
        columns={[
          {
            id: 'name',
            names: true,
            cell: (target) => <Name target={target} isOpen={target === shown} onOpen={onOpen} />,
          },
          { id: 'environment', cell: (target) => <Environment target={target} /> },
          {
            id: 'topology',
            cellClass: 'text-2',
            cell: (target) => <TopologyWords target={target} nodes={nodesOf(target)} />,
          },
          { id: 'acts', cell: (target) => <Acts target={target} /> },
          {
            id: 'test',
            cell: (target) => <LastTest target={target} nodes={nodesOf(target)} nowMs={nowMs} />,
          },
        ]}
        heads={(id) => t(`target.${id}`)}
        rows={targets}
        rowKey={({ name }) => name}
        pad={`sm:py-1.5 ${EDGE_STACKED}`}
        headClass="whitespace-nowrap"
        rowClass="relative sm:h-row"
        rowProps={(target) => ({
          className:
            target === shown ? 'bg-selected shadow-[inset_2px_0_0_var(--info-mark)]' : 'hover:bg-hover',
        })}
        stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2.5"
      />
      <ConnectionTest key={shown.name} target={shown} nodes={nodesOf(shown)} />
    </div>
  );
}

/** Where no other target is left the next one is asked for. The page is loaded anew, without data of targets that are gone. */
function goTo(targets: readonly TargetSetting[]): void {
  window.location.assign(targets.every(({ from }) => from?.is === 'sample') ? '/first-run' : '/settings');
}

type ActsAre = 'readOnly' | 'twoPersons' | 'typed' | 'confirm';

function actsOf({ readOnly, twoPersons, production }: TargetSetting): ActsAre {
  if (readOnly) return 'readOnly';
  if (twoPersons) return 'twoPersons';
  return production ? 'typed' : 'confirm';
}

/** The confirmations of an act, besides the right to it. */
function Acts({ target }: { target: TargetSetting }) {
  const t = useT('settings');
  const passkeys = useT('passkeys');
  const acts = t(`acts.${actsOf(target)}`);
  return target.stepUp && !target.readOnly ? passkeys('alsoActs', { acts }) : acts;
}

type NameProps = { target: TargetSetting; isOpen: boolean; onOpen(name: string): void };

/** Its button takes presses anywhere in the row. */
function Name({ target: { name }, isOpen, onOpen }: NameProps) {
  const t = useT('settings');
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      aria-label={t('target.open', { name })}
      onClick={() => onOpen(name)}
      className="font-semibold after:absolute after:inset-0"
    >
      {name}
    </button>
  );
}

function Environment({ target: { environment, production } }: { target: TargetSetting }) {
  return (
    <span
      className={cx(
        'inline-block max-w-40 truncate rounded-sm border px-1 align-middle font-semibold text-xs uppercase leading-4 tracking-wide',
        production ? 'border-inverse bg-inverse text-on-inverse' : 'border-line-strong text-2',
      )}
    >
      {environment}
    </span>
  );
}

/** Counts its servers once all of them are known. */
function TopologyWords({ target, nodes }: { target: TargetSetting; nodes: readonly NodeStatus[] }) {
  const t = useT('settings');
  const { topology, named } = target;
  if (topology === 'redlock') return t('topology.redlock', { count: named });
  const kind = t(`topology.${topology}`);
  const isKnown = nodes.length > 0 && nodes.every(({ state, replicas }) => state === 'live' && replicas);
  const replicas = nodes.reduce((sum, node) => sum + (node.replicas?.length ?? 0), 0);
  if (!isKnown || (topology === 'standalone' && replicas === 0)) return kind;
  return t('topology.counted', { kind, primaries: nodes.length, replicas });
}

type LastTestProps = { target: TargetSetting; nodes: readonly NodeStatus[]; nowMs: number };

/** The last connection test, or else what the collector tried by itself. */
function LastTest({ target: { test }, nodes, nowMs }: LastTestProps) {
  const t = useT('settings');
  const common = useT('common');
  const format = useFormat();
  const now = useNow() || nowMs;
  const self = selfVerdictOf(nodes);
  if (test)
    return (
      <span className="flex items-baseline gap-2">
        <VerdictText verdict={testVerdictOf(test)} verified />
        <span className="num text-3 text-xs">
          {common('ago', { age: format.age(Math.max(0, now - test.atMs)) })}
        </span>
      </span>
    );
  return (
    <span className="flex items-baseline gap-2">
      <VerdictText verdict={self} verified={false} />
      {self.is === 'unknown' ? null : (
        <span title={t('verdict.selfHelp')} className="text-3 text-xs">
          {t('verdict.self')}
        </span>
      )}
    </span>
  );
}
