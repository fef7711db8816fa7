'use client';

import { Check, Fingerprint, LockOpen, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useLive } from '@/components/app/live-provider';
import { TicketField } from '@/components/app/ticket';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Fact } from '@/components/lock-parts/fact';
import { StepUpFailure } from '@/components/passkeys/step-up-failure';
import { useStepUp } from '@/components/passkeys/use-step-up';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FailureBox } from '@/components/ui/failure-box';
import { TextInput } from '@/components/ui/text-input';
import type { BulkItem, BulkPlan } from '@/lib/contract/bulk';
import { BULK_AT_ONCE, MOST_BULK } from '@/lib/contract/limits';
import { planned } from '@/lib/domain/actions/bulk';
import { familyOf } from '@/lib/domain/keys/family';
import { type BulkDraft, type BulkState, bulkMissing, bulkRows, leftItems } from './run-machine';
import { Surprises } from './surprises';
import { UnreadLocks } from './unread-locks';

type StepsProps = {
  state: BulkState;
  /** Reads the plan anew: of these locks, or (null) of all. `filled` = into the plan that is shown. */
  onRead(items: readonly BulkItem[] | null, as?: 'filled'): void;
  onGo(plan: BulkPlan, draft: BulkDraft): void;
  onClose(): void;
};

/** Plan, confirmation, what stopped it, and the rest, each under the one before. */
export function BulkSteps({ state, onRead, onGo, onClose }: StepsProps) {
  const { plan, phase } = state;
  if (!plan) return null;
  return (
    <div className="panel flex min-w-0 flex-col [&>section]:border-line [&>section]:border-b [&>section]:px-3 [&>section]:py-3 [&>section:last-child]:border-b-0">
      <PlanStep plan={plan} phase={phase} onRead={onRead} />
      {phase.is === 'running' || phase.is === 'over' ? (
        <Confirmed state={state} />
      ) : (
        <ConfirmStep
          key={`${plan.nowMs} ${plan.requires.although}`}
          state={state}
          plan={plan}
          onRead={onRead}
          onGo={onGo}
        />
      )}
      {phase.is === 'over' ? <AfterRun state={state} onRead={onRead} onClose={onClose} /> : null}
    </div>
  );
}

function PlanStep({
  plan,
  phase,
  onRead,
}: { plan: BulkPlan } & Pick<BulkState, 'phase'> & Pick<StepsProps, 'onRead'>) {
  const t = useT('bulk');
  const format = useFormat();
  const items = planned(plan.items);
  const left = plan.items.length - items.length;
  return (
    <section>
      <h3 className="font-semibold">{t('plan.title', { time: format.clock(plan.nowMs, true) })}</h3>
      <dl className="mt-1.5 flex flex-col gap-[3px]">
        <Fact name={t('plan.what')}>{items.length === 0 ? t('plan.nothing') : <Families plan={plan} />}</Fact>
        {left > 0 ? <Fact name={t('plan.left')}>{format.count(left)}</Fact> : null}
        <Fact name={t('plan.each')}>{t('plan.eachText')}</Fact>
        <Fact name={t('plan.order')}>{t('plan.orderText')}</Fact>
        <Fact name={t('plan.limits')}>
          {t('plan.limitsText', { most: format.count(MOST_BULK), atOnce: BULK_AT_ONCE })}
        </Fact>
        <Fact name={t('plan.stops')}>{t('plan.stopsText')}</Fact>
      </dl>
      {plan.added > 0 ? (
        <p className="mt-1.5 text-2 text-sm">
          {t('plan.added', { count: plan.added, n: format.count(plan.added) })}
        </p>
      ) : null}
      <Staying items={items} which="unseen" />
      <Staying items={items} which="kept" />
      {plan.more > 0 ? (
        <p className="mt-1.5 font-semibold text-sm">
          {t('plan.more', { count: plan.more, n: format.count(plan.more) })}
        </p>
      ) : null}
      {phase.is === 'planning' || phase.is === 'confirming' ? (
        <UnreadLocks
          plan={plan}
          isReading={phase.is === 'planning'}
          onRead={(items) => onRead(items, 'filled')}
        />
      ) : null}
    </section>
  );
}

/** How many locks of the plan stay held on another key of their hold. */
function Staying({ items, which }: { items: readonly BulkItem[]; which: 'unseen' | 'kept' }) {
  const t = useT('bulk');
  const format = useFormat();
  const count = items.filter((item) => (item[which] ?? 0) > 0).length;
  if (count === 0) return null;
  return (
    <p className="mt-1.5 font-semibold text-sm">{t(`plan.${which}`, { count, n: format.count(count) })}</p>
  );
}

const FAMILIES = 4;

/** How many of which family, the largest first. */
function Families({ plan }: { plan: BulkPlan }) {
  const format = useFormat();
  const counts = new Map<string, number>();
  for (const { key } of planned(plan.items)) {
    const family = familyOf(key.text);
    counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const rest = sorted.slice(FAMILIES).reduce((sum, [, count]) => sum + count, 0);
  return (
    <>
      {sorted.slice(0, FAMILIES).map(([family, count]) => (
        <span key={family} className="block min-w-0">
          <span className="num">{format.count(count)} × </span>
          <bdi dir="ltr" className="mono break-all">
            {family}
          </bdi>
        </span>
      ))}
      {rest > 0 ? <span className="num block text-3">+ {format.count(rest)}</span> : null}
    </>
  );
}

type ConfirmProps = Pick<StepsProps, 'state' | 'onRead' | 'onGo'> & { plan: BulkPlan };

function ConfirmStep({ state: { phase, results }, plan, onRead, onGo }: ConfirmProps) {
  const t = useT('bulk');
  const format = useFormat();
  const { actsOff } = useLive();
  const [draft, setDraft] = useState<BulkDraft>({ reason: '', ticket: '', count: '', although: false });
  const n = planned(plan.items).length;
  const { although } = plan.requires;
  const isReading = phase.is === 'planning';
  const missing = bulkMissing(plan, draft);
  const isAgain = results.size > 0;
  const passkeys = useT('passkeys');
  const stepUp = useStepUp();
  const failure = phase.is === 'confirming' ? phase.failure : null;
  const lacks = failure?.code === 'step-up-required' ? 'passkey' : plan.stepUp;
  const press = async () => {
    if (lacks !== 'passkey' || (await stepUp.confirm())) onGo(plan, draft);
  };
  return (
    <section>
      <h3 className="font-semibold">{t('confirm.title')}</h3>
      <p className="mt-0.5 text-2 text-sm">{t('confirm.noUndo')}</p>
      {failure ? (
        <div className="mt-2">
          <FailureBox lead={t('refused')}>{failure.message}</FailureBox>
        </div>
      ) : null}
      <StepUpFailure failure={stepUp.failure} className="mt-2" />
      <div className="mt-2 flex flex-col gap-3">
        {although ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox in it is one
          <label className="flex cursor-pointer items-start gap-2.5 rounded-md border border-lost-line bg-lost-tint px-3 py-2">
            <Checkbox
              checked={draft.although}
              onChange={(on) => setDraft({ ...draft, although: on })}
              label={t(`confirm.accept.${although}`)}
            />
            <span className="min-w-0 flex-1 py-0.5">
              <b className="font-semibold">{t(`confirm.accept.${although}`)}</b>{' '}
              {t(`confirm.why.${although}`)}
            </span>
          </label>
        ) : null}
        <TextInput
          label={t('confirm.reason')}
          value={draft.reason}
          required
          maxLength={1_000}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
        <TicketField value={draft.ticket} onChange={(ticket) => setDraft({ ...draft, ticket })} />
        <TextInput
          label={t(isAgain ? 'confirm.countAgain' : 'confirm.count', { n: String(n), count: n })}
          value={draft.count}
          inputMode="numeric"
          mono
          required
          error={
            draft.count.trim().length >= String(n).length && draft.count.trim() !== String(n)
              ? t('confirm.wrong', { n: String(n) })
              : undefined
          }
          onChange={({ target }) => setDraft({ ...draft, count: target.value })}
        />
      </div>
      {lacks ? (
        <p className="mt-3 text-2 text-sm">
          {passkeys(lacks === 'passkey' ? 'stepUp.runHint' : `stepUp.lacks.${lacks}`)}
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          off={isReading}
          icon={<RefreshCw size={16} aria-hidden />}
          onClick={() => onRead(isAgain ? plan.items : null)}
        >
          {t('confirm.again')}
        </Button>
        <Button
          className="ms-auto"
          variant="danger-solid"
          off={isReading || missing !== null || actsOff || stepUp.isAsking || (lacks && lacks !== 'passkey')}
          icon={lacks ? <Fingerprint size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />}
          onClick={press}
        >
          {stepUp.isAsking
            ? passkeys('stepUp.waiting')
            : t('confirm.release', { count: n, n: format.count(n) })}
        </Button>
      </div>
    </section>
  );
}

function Confirmed({ state: { phase, plan } }: { state: BulkState }) {
  const t = useT('bulk');
  const format = useFormat();
  if (phase.is !== 'running' && phase.is !== 'over') return null;
  const n = planned(plan?.items ?? []).length;
  return (
    <section className="flex flex-wrap items-center gap-x-3">
      <h3 className="inline-flex items-center gap-2 font-semibold">
        <Check size={16} aria-hidden className="text-verified" />
        {t('confirm.done', { time: format.clock(phase.confirmedAtMs, true) })}
      </h3>
      <span className="num text-2 text-sm">{t('confirm.typed', { n: format.count(n) })}</span>
    </section>
  );
}

function AfterRun({ state, onRead, onClose }: Pick<StepsProps, 'state' | 'onRead' | 'onClose'>) {
  const t = useT('bulk');
  const format = useFormat();
  const rows = bulkRows(state);
  const left = leftItems(rows);
  const failure = state.phase.is === 'over' ? state.phase.failure : null;
  return (
    <>
      {failure ? (
        <section>
          <FailureBox lead={t('run.broke')}>{t('run.brokeText')}</FailureBox>
        </section>
      ) : null}
      <Surprises state={state} />
      <section>
        {left.length > 0 ? (
          <>
            <h3 className="font-semibold">
              {t('rest.title', { count: left.length, n: format.count(left.length) })}
            </h3>
            <p className="mt-0.5 text-2 text-sm">{t('rest.text')}</p>
          </>
        ) : null}
        <div className={left.length > 0 ? 'mt-2 flex flex-wrap gap-2' : 'flex flex-wrap gap-2'}>
          {left.length > 0 ? (
            <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => onRead(left)}>
              {t('rest.resume', { count: left.length, n: format.count(left.length) })}
            </Button>
          ) : null}
          <Button className="ms-auto" variant={left.length > 0 ? 'default' : 'primary'} onClick={onClose}>
            {left.length > 0 ? t('rest.leave') : t('close')}
          </Button>
        </div>
      </section>
    </>
  );
}
