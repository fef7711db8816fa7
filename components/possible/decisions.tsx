import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { Decision, PossibleAnswer } from '@/lib/contract/possible';
import { useDecide } from './use-decide';

/** What was decided, and the same as configuration. */
export function Decisions({ answer }: { answer: PossibleAnswer }) {
  const t = useT('possible');
  const text = JSON.stringify({ targets: answer.configuration }, null, 2);
  return (
    <section aria-labelledby="decisions" className="flex flex-col gap-3">
      <h2 id="decisions" className="font-title text-lg">
        {t('decisions')}
      </h2>
      {answer.kept === 'memory' ? <p className="text-2 text-sm">{t('memory')}</p> : null}
      <ul className="panel">
        {answer.decisions.map((decision) => (
          <Row key={decision.id} decision={decision} />
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <h3 className="font-medium">{t('export')}</h3>
        <CopyButton text={text} label={t('export')} />
      </div>
      <p className="text-2 text-sm">{t('exportText')}</p>
      <pre className="panel mono overflow-x-auto p-3 text-sm">{text}</pre>
    </section>
  );
}

function Row({ decision }: { decision: Decision }) {
  const t = useT('possible');
  const format = useFormat();
  const { send, busy, failure } = useDecide(decision.id);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2 last:border-b-0">
      <bdi dir="ltr" className="mono min-w-0 break-all font-semibold">
        {decision.key.text}
      </bdi>
      <span>{t(`is.${decision.is}`)}</span>
      <span className="text-3 text-sm">
        {decision.target} · {decision.by} · {format.moment(decision.atMs)}
      </span>
      <Button size="sm" className="ms-auto max-sm:h-11" off={busy} onClick={() => send('undecided')}>
        {t('undo')}
        <span className="sr-only">{t('of', { key: decision.key.text })}</span>
      </Button>
      {failure ? (
        <p role="alert" className="wrap-anywhere w-full text-lost text-sm">
          {t('failed', { why: failure.message })}
        </p>
      ) : null}
    </li>
  );
}
