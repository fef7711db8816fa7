'use client';

import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import type { TableColumn } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { Lock } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import { OnReplicas } from './on-replicas';

/** The bytes behind the reading, escaped. */
export function RawPanel({ detail, className }: { detail: LockDetail; className?: string }) {
  const t = useT('lock');
  const common = useT('common');
  const format = useFormat();
  const nowMs = useNow() || detail.nowMs;
  const { raw, lock, unread } = detail;
  return (
    <Panel
      title={t('raw.title')}
      hint={t('raw.hint')}
      right={
        <KnownByText
          known={unread ? lock.confirmed : { by: 'read', atMs: detail.nowMs }}
          nowMs={nowMs}
          form="ago"
        />
      }
      className={className}
    >
      {unread ? (
        <p className="px-3 py-3 text-2">{t('raw.unread')}</p>
      ) : (
        <div className="tabular-nums flex flex-wrap gap-x-6 gap-y-1 px-3 py-2.5">
          <Fact name={t('raw.type')} value={raw.type} />
          <Fact
            name={t('raw.ttl')}
            value={raw.ttlMs === 'none' ? t('raw.noTtl') : t('raw.ms', { ms: format.count(raw.ttlMs) })}
          />
          <Fact name={t('raw.length')} value={format.bytes(raw.byteLength)} />
          <Fact name={t('raw.candidates')} value={otherLibraries(lock.format).join(', ') || common('none')} />
          {raw.value === null ? null : <Bytes name={t('raw.value')} text={raw.value} />}
          {raw.fields === null ? null : <Parts type={raw.type} fields={raw.fields} />}
        </div>
      )}
      <OnReplicas replicas={detail.replicas} />
    </Panel>
  );
}

/** What else the bytes fit; with a hint, the library that the format is called by is one of them. */
function otherLibraries({ library, alternatives, hint }: Lock['format']): string[] {
  const all = [...(hint ? [library] : []), ...alternatives.map((other) => other.library)];
  return [...new Set(all)].filter((name) => name !== hint?.library);
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <span className="min-w-0">
      <span className="pe-2 text-2">{name}</span>
      <span>{value}</span>
    </span>
  );
}

function Bytes({ name, text }: { name: string; text: string }) {
  return (
    <ScrollRegion
      label={name}
      className="max-h-32 w-full overflow-y-auto rounded-sm border border-line bg-sunken px-2.5 py-1"
    >
      <bdi dir="ltr" className="mono block whitespace-pre-wrap break-all">
        {text}
      </bdi>
    </ScrollRegion>
  );
}

const PART_TYPES = ['hash', 'zset', 'list', 'set'] as const;

type Fields = NonNullable<LockDetail['raw']['fields']>;

/** What a key holds, part by part; a member of a set is all there is of it. */
function Parts({ type, fields }: { type: string; fields: Fields }) {
  const t = useT('lock');
  const kind = PART_TYPES.find((each) => each === type) ?? 'hash';
  const caption = t(`raw.parts.${kind}.caption`);
  const name: TableColumn<Fields[number]> = {
    id: 'name',
    head: t(`raw.parts.${kind}.name`),
    cell: ({ field }) => mono(field),
  };
  return (
    <DataTable
      caption={caption}
      scroll="max-h-40 w-full overflow-auto rounded-sm border border-line bg-sunken"
      className=""
      columns={
        kind === 'set'
          ? [name]
          : [name, { id: 'value', head: t(`raw.parts.${kind}.value`), cell: ({ value }) => mono(value) }]
      }
      rows={fields}
      rowKey={({ field }) => field}
      headClass="h-6"
      pad="px-2.5"
      rowClass="align-top [&>td]:py-0.5"
    />
  );
}

function mono(text: string) {
  return (
    <bdi dir="ltr" className="mono break-all">
      {text}
    </bdi>
  );
}
