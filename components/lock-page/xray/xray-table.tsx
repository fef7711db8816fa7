import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { XrayClient, XrayNode } from '@/lib/contract/xray';
import { didOf, xrayRowsOf } from './xray-figures';

/** The clients of one server, the busiest first; two lines each where it is narrow. */
export function XrayTable({ node }: { node: XrayNode }) {
  const t = useT('xray');
  const format = useFormat();
  return (
    <DataTable
      caption={t('table.caption', { node: node.node })}
      scroll="overflow-x-auto rounded-md border border-line bg-surface"
      className="tabular-nums"
      columns={[
        {
          id: 'client',
          cellClass: 'min-w-0 max-sm:w-full',
          cell: ({ client, connections }) => (
            <>
              {client.name === null ? (
                <span className="block text-3">{t(client.connected === false ? 'gone' : 'unnamed')}</span>
              ) : (
                <bdi dir="ltr" className="wrap-anywhere block font-semibold">
                  {client.name}
                </bdi>
              )}
              <bdi dir="ltr" className="mono block text-2">
                {client.address}
              </bdi>
              {connections > 1 ? (
                <span className="block text-2">{t('connections', { count: connections })}</span>
              ) : null}
            </>
          ),
        },
        {
          id: 'did',
          cell: ({ client }) => (
            <ul className="flex flex-wrap gap-x-3 sm:flex-col">
              {didOf(client).map(({ verb, count }) => (
                <li key={verb} className={verb === 'reads' || verb === 'touches' ? 'text-2' : 'font-medium'}>
                  {t(`verb.${verb}`, { count })}
                </li>
              ))}
            </ul>
          ),
        },
        {
          id: 'seen',
          cellClass: 'whitespace-nowrap text-2',
          cell: ({ client: { firstMs, lastMs } }) =>
            firstMs === lastMs
              ? format.latency(lastMs)
              : t('seen', { first: format.latency(firstMs), last: format.latency(lastMs) }),
        },
        { id: 'connection', cellClass: 'text-2', cell: ({ client }) => <Connection client={client} /> },
      ]}
      heads={(id) => t(`table.${id}`)}
      rows={xrayRowsOf(node.clients)}
      rowKey={({ client }) => client.address}
      headClass="whitespace-nowrap"
      pad="sm:px-3 sm:py-2"
      rowClass="align-top"
      stacks="max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-3 max-sm:py-2"
    />
  );
}

/** What the server says of it, and the lock libraries that its scripts are of. */
function Connection({ client }: { client: XrayClient }) {
  const t = useT('xray');
  const format = useFormat();
  const { connected, library, user, ageMs, scripts } = client;
  const facts = [
    connected === null ? t('unknown') : null,
    library,
    scripts.length > 0 ? t('scripts', { libraries: scripts.join(', ') }) : null,
    user === null || user === 'default' ? null : t('user', { user }),
    ageMs === null ? null : t('age', { age: format.age(ageMs) }),
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? (
    <span className="text-3 max-sm:hidden">–</span>
  ) : (
    <ul className="flex flex-wrap gap-x-3 sm:flex-col">
      {facts.map((fact) => (
        <li key={fact} className="wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  );
}
