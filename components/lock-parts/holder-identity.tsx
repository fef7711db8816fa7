import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { type Life, lifeOf } from '@/components/lock-parts/holder-life';
import { HolderMark, HolderNameText } from '@/components/lock-parts/holder-text';
import { CopyButton } from '@/components/ui/copy-button';
import { cx } from '@/components/ui/cx';
import type { Heartbeat, Holder, SeenProcess } from '@/lib/contract/holder';
import { holderStanding } from '@/lib/domain/holders/holder-standing';
import { goneSinceMs, type HeartbeatState, heartbeatStateOf } from '@/lib/domain/holders/judge-holder';
import { appName, recordIdOf } from '@/lib/domain/holders/lock-holder';
import { Fact, Unknown } from './fact';

type Props = { holder: Holder; nowMs: number };

const LIFE = {
  beating: 'heartbeat',
  renewing: 'renewing',
  overstaying: 'overstaying',
  silent: 'silent',
  ended: 'ended',
  lapsed: 'lapsed',
  unknown: 'unknown',
} as const satisfies Record<Life, string>;

/** Whether the holder lives and since when, beside the panel's title. */
export function HolderLife({ holder, nowMs }: Props) {
  const t = useT('lock');
  const format = useFormat();
  const heartbeat = holder.process?.heartbeat ?? null;
  const age = format.age(heartbeat ? nowMs - goneSinceMs(heartbeat) : 0);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <HolderMark verdict={holderStanding(holder)} />
      <span
        className={cx(
          'num min-w-0 truncate',
          (holder.verdict === 'gone' || holder.verdict === 'overstaying') && 'font-medium text-risk',
        )}
      >
        {t(`holder.is.${LIFE[lifeOf(holder)]}`, { age })}
      </span>
    </span>
  );
}

/** Who the holder is: what its token says, and what its process says of itself. */
export function HolderIdentity({ holder, nowMs }: Props) {
  const t = useT('lock');
  const format = useFormat();
  const { process } = holder;
  const app = process ? appName(process) : null;
  const told = process?.heartbeat ? ({ by: 'client', atMs: process.heartbeat.known.atMs } as const) : null;
  return (
    <>
      {app === null ? (
        <Fact name={t('holder.process')}>
          <HolderNameText holder={holder} form="whole" className="font-semibold" />
        </Fact>
      ) : (
        <Fact name={t('holder.application')} known={told} nowMs={nowMs}>
          <bdi dir="ltr" className="wrap-anywhere font-semibold">
            {app}
          </bdi>
        </Fact>
      )}
      <Fact name={t('holder.host')}>
        {process?.host ? (
          <bdi dir="ltr" className="wrap-anywhere">
            {process.host}
          </bdi>
        ) : (
          <Unknown />
        )}
        {process && process.pid !== null ? (
          <span className="whitespace-nowrap text-2"> · {t('holder.pid', { pid: String(process.pid) })}</span>
        ) : null}
      </Fact>
      {process && process.startMs !== null ? (
        <Fact name={t('holder.started')}>
          <span className="tabular-nums">
            {t('holder.startedAt', { time: format.moment(process.startMs) })}
          </span>
        </Fact>
      ) : null}
      {process && recordIdOf(process) !== null ? <HeartbeatFact process={process} nowMs={nowMs} /> : null}
      {process?.instance ? (
        <Fact name={t('holder.instance')}>
          <span className="flex items-start gap-1">
            <bdi dir="ltr" className="mono min-w-0 break-all">
              {process.instance}
            </bdi>
            <span className="-my-0.5">
              <CopyButton text={process.instance} label={t('holder.copyInstance')} />
            </span>
          </span>
        </Fact>
      ) : null}
    </>
  );
}

function HeartbeatFact({ process, nowMs }: { process: SeenProcess; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  const { heartbeat } = process;
  if (heartbeat === null) {
    return (
      <Fact name={t('holder.heartbeat')}>
        <span className="text-3">{t('holder.heartbeatIs.unread')}</span>
      </Fact>
    );
  }
  const { lastMs, beatMs } = heartbeat;
  const code = codeOf(heartbeat);
  const isQuiet = code === 'none' || code === 'denied' || code === 'unreadable' || code === 'missing';
  return (
    <Fact name={t('holder.heartbeat')} known={heartbeat.known} nowMs={nowMs}>
      <span className={cx('tabular-nums', isQuiet && 'text-3')}>
        {t.rich(`holder.heartbeatIs.${code}`, {
          age: lastMs === null ? '' : format.age(nowMs - lastMs),
          period: beatMs === null ? '' : format.span(beatMs),
          b: (chunks: ReactNode) => <b className="font-medium text-risk">{chunks}</b>,
        })}
      </span>
    </Fact>
  );
}

const UNTOLD = { absent: 'none', denied: 'denied', unreadable: 'unreadable' } as const;

type Code = Exclude<HeartbeatState, 'untold'> | 'lapsed' | (typeof UNTOLD)[keyof typeof UNTOLD];

function codeOf(heartbeat: Heartbeat): Code {
  const pulse = heartbeatStateOf(heartbeat);
  if (pulse === 'ended') return heartbeat.record === 'lapsed' ? 'lapsed' : 'ended';
  if (pulse !== 'untold') return pulse;
  const { record } = heartbeat;
  return record === 'absent' || record === 'denied' ? UNTOLD[record] : 'unreadable';
}
