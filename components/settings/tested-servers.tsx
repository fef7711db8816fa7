import { useReachWords } from '@/components/app/reach-words';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import type { ReachCode } from '@/lib/contract/node-codes';
import type { ServerTest } from '@/lib/contract/settings';
import { type LineLook, TestLine } from './test-line';
import { type RightLine, rightLinesOf, type ServerGroup, serverGroupsOf } from './test-summary';

type Props = {
  servers: readonly ServerTest[];
  readOnly: boolean;
};

/** What a test found: each server, then once what is true of the rights of all that are alike, and what grants the rest. */
export function TestedServers({ servers, readOnly }: Props) {
  return serverGroupsOf(servers).map((group) => (
    <Group
      key={group.servers[0]?.address}
      group={group}
      readOnly={readOnly}
      named={group.servers.length < servers.length}
    />
  ));
}

/** `named` = other servers need another line, so this one names those it is for. */
function Group({ group, readOnly, named }: { group: ServerGroup; readOnly: boolean; named: boolean }) {
  const t = useT('settings');
  const { servers, rights, everyKey, grant } = group;
  return (
    <div className="flex flex-col gap-1.5">
      <ul className="flex flex-col gap-1">
        {servers.map((server) => (
          <Server key={`${server.role} ${server.address}`} server={server} />
        ))}
        {rights ? rightLinesOf(rights).map((line) => <Rights key={keyOf(line)} line={line} />) : null}
        {everyKey === false ? (
          <TestLine look="bounded" need={t('test.need.see')}>
            {t('test.someKeys')}
          </TestLine>
        ) : null}
        {rights && readOnly && servers.some(({ role }) => role !== 'replica') ? (
          <TestLine look="open" need={t('test.need.act')}>
            {t('test.readOnly')}
          </TestLine>
        ) : null}
      </ul>
      {grant === null ? null : (
        <>
          <p className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-sunken ps-2.5 pe-1">
            <bdi dir="ltr" className="mono wrap-anywhere min-w-0 flex-1 py-1.5">
              {grant}
            </bdi>
            <CopyButton text={grant} label={t('test.copyGrant')} />
          </p>
          <p className="wrap-anywhere text-3 text-sm">
            {named
              ? `${t('test.runOn', { servers: servers.map(({ address }) => address).join(', ') })} `
              : null}
            {t('test.keep')}
          </p>
        </>
      )}
    </div>
  );
}

function keyOf({ needed, is, costs }: RightLine): string {
  return `${needed} ${is} ${costs}`;
}

/** Problems that Redis itself answered with. */
const ANSWERS: ReadonlySet<ReachCode> = new Set([
  ...(['wrong-password', 'no-password', 'no-database', 'protected', 'full', 'loading', 'busy'] as const),
]);

function Server({ server }: { server: ServerTest }) {
  const t = useT('settings');
  const format = useFormat();
  const reach = useReachWords();
  const { role, address, user, encrypted, tls, reached, problem, pingMs } = server;
  const name = server.server;
  const facts = [
    ...(role === 'server' ? [] : [t(`test.roles.${role}`)]),
    ...(reached ? [name ? `${name.name} ${name.version}` : t('test.unnamed')] : []),
    ...(tls === null
      ? encrypted
        ? []
        : [t('test.plain')]
      : [t('test.tls', { version: tls.replace('TLSv', '') })]),
    ...(role === 'sentinel' ? [] : [t('test.user', { user })]),
    ...(pingMs === null ? [] : [t('test.ping', { time: format.latency(pingMs) })]),
  ];
  const isAnswer = reached || (problem !== null && ANSWERS.has(problem.code));
  const lead = !isAnswer ? 'unreached' : problem ? 'unusable' : 'reached';
  return (
    <TestLine look={lead === 'reached' ? 'verified' : 'lost'} need={t('test.need.reach')}>
      {t(`test.${lead}`)}{' '}
      <bdi dir="ltr" className="mono">
        {address}
      </bdi>
      {facts.length > 0 ? `, ${facts.join(', ')}` : null}
      {problem ? (
        <>
          <span className="block font-medium">{reach.cause(problem.code)}</span>
          <span className="block text-2 text-sm">{reach.where(problem.settings, problem.from)}</span>
          <bdi dir="ltr" className="mono block text-3">
            {problem.message}
          </bdi>
        </>
      ) : null}
    </TestLine>
  );
}

function lookOf({ is, needed }: RightLine): LineLook {
  if (is === 'allowed') return 'verified';
  return is === 'denied' && (needed === 'see' || needed === 'act') ? 'lost' : 'open';
}

function Rights({ line }: { line: RightLine }) {
  const t = useT('settings');
  const nodes = useT('nodes');
  const commands = line.commands.join(', ');
  return (
    <TestLine look={lookOf(line)} need={t(`test.need.${line.needed}`)}>
      {line.is === 'denied'
        ? nodes(`rights.${line.costs}`, { commands })
        : t(`test.${line.is}`, { commands })}
    </TestLine>
  );
}
