import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { XrayClient, XrayNode } from '@/lib/contract/xray';
import { didOf, type XrayRow, xrayRowsOf } from './xray-figures';

const COLUMNS = ['client', 'did', 'seen', 'connection'] as const;

/** The clients of one server, the busiest first; two lines each where it is narrow. */
export function XrayTable({ node }: { node: XrayNode }) {
  const t = useT('xray');
  const caption = t('table.caption', { node: node.node });
  return (
    <ScrollRegion label={caption} className="overflow-x-auto rounded-md border border-line bg-surface">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-3 text-xs max-sm:sr-only">
          <tr className="h-8 border-line border-b">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-3 text-start">
                {t(`table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {xrayRowsOf(node.clients).map((row) => (
            <Row key={row.client.address} {...row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Row({ client, connections }: XrayRow) {
  const t = useT('xray');
  const format = useFormat();
  const did = didOf(client);
  return (
    <tr className="border-line border-b align-top last:border-b-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-3 max-sm:py-2 sm:[&>td]:px-3 sm:[&>td]:py-2">
      <td className="min-w-0 max-sm:w-full">
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
      </td>
      <td>
        <ul className="flex flex-wrap gap-x-3 sm:flex-col">
          {did.map(({ verb, count }) => (
            <li key={verb} className={verb === 'reads' || verb === 'touches' ? 'text-2' : 'font-medium'}>
              {t(`verb.${verb}`, { count })}
            </li>
          ))}
        </ul>
      </td>
      <td className="whitespace-nowrap text-2">
        {client.firstMs === client.lastMs
          ? format.latency(client.lastMs)
          : t('seen', { first: format.latency(client.firstMs), last: format.latency(client.lastMs) })}
      </td>
      <td className="text-2">
        <Connection client={client} />
      </td>
    </tr>
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
