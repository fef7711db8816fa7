import { RefreshCw } from 'lucide-react';
import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useAnnounce } from '@/components/app/announcer';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { FailureBox } from '@/components/ui/failure-box';
import { ApiFailure } from '@/lib/api/http';
import { requestDraftTest, requestTarget } from '@/lib/api/settings-queries';
import type { TargetDraft } from '@/lib/contract/add-target';
import type { TargetTest } from '@/lib/contract/settings';
import { nameOfFile } from '../name-of-file';
import { testVerdictOf } from '../test-summary';
import { TestedServers } from '../tested-servers';
import { useVerdictWords } from '../verdict-text';
import { NextTry, pauseBefore } from './next-try';
import { FIRST_TARGET, isTestOf, missingField, targetDraftOf, watchableAs } from './target-draft';
import { TargetFieldsView } from './target-fields';

type Props = {
  /** Names that are taken. */
  taken: readonly string[];
  /** Where it is saved. */
  file: string;
  first: Ref<HTMLInputElement>;
  onAdded(name: string): void;
};

/** `tries` = how often it began by itself since somebody pressed; `atMs` = when it ended, on the tab's monotonic clock. */
type Tested = { draft: TargetDraft; test: TargetTest; tries: number; atMs: number };
type Failed = { of: 'test' | 'add'; failure: ApiFailure };

/** Takes an address and who asks there, tests it, and has it saved and watched once that was found to work. */
export function TargetForm({ taken, file, first, onAdded }: Props) {
  const t = useT('addTarget');
  const announce = useAnnounce();
  const words = useVerdictWords();
  const textOf = useFailureText();
  const [fields, setFields] = useState(FIRST_TARGET);
  const [tested, setTested] = useState<Tested | null>(null);
  const [busy, setBusy] = useState<'test' | 'add' | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const missing = missingField(fields, taken);
  const draft = targetDraftOf(fields);
  // A test with other fields says nothing of these.
  const ofThese = tested && isTestOf(draft, tested.draft) ? tested : null;
  const test = ofThese?.test ?? null;
  const watchable = test ? watchableAs(test) : 'nothing';
  const pauseMs = ofThese && watchable === 'nothing' && !failed ? pauseBefore(ofThese.tries) : null;

  /** That a file cannot be used; null = it is something else. */
  function tlsText({ details: { setting } }: ApiFailure): string | null {
    const field = (['ca', 'cert', 'key'] as const).find((each) => setting === `tls.${each}`);
    return field ? t('tls.refused', { field: t(`tls.${field}`) }) : null;
  }

  async function run(of: 'test' | 'add', work: () => Promise<void>) {
    if (busy) return;
    setBusy(of);
    setFailed(null);
    try {
      await work();
    } catch (error) {
      setFailed({ of, failure: ApiFailure.of(error) });
    }
    setBusy(null);
  }

  /** `tries` = 0 where somebody asked for it; else only another verdict is announced. */
  const runTest = (tries = 0) =>
    run('test', async () => {
      const done = await requestDraftTest(draft);
      setTested({ draft, test: done.test, tries, atMs: performance.now() });
      const [verdict, before] = [done.test, test].map((each) => each && words(testVerdictOf(each)));
      if (verdict && (tries === 0 || verdict !== before)) announce(t('test.done', { verdict }));
    });

  const add = (readOnly: boolean) =>
    run('add', async () => {
      await requestTarget({ ...draft, ...(readOnly && { readOnly }) });
      announce(t('added', { name: draft.name }));
      onAdded(draft.name);
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (missing === null) void runTest();
  }

  return (
    <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-3">
      <TargetFieldsView fields={fields} isTaken={missing === 'taken'} first={first} onChange={setFields} />
      {failed ? <Refused failed={failed}>{tlsText(failed.failure) ?? textOf(failed.failure)}</Refused> : null}
      {test && ofThese ? (
        <Result test={test} watchable={watchable}>
          {watchable === 'nothing' ? (
            <NextTry
              dueAtMs={pauseMs === null || busy !== null ? null : ofThese.atMs + pauseMs}
              isTrying={busy === 'test'}
              onDue={() => void runTest(ofThese.tries + 1)}
              onNow={() => void runTest()}
            />
          ) : null}
        </Result>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {watchable === 'all' ? (
          <Button variant="primary" off={busy !== null} onClick={() => add(false)}>
            {t(busy === 'add' ? 'saving' : 'watch')}
          </Button>
        ) : null}
        {watchable === 'nothing' ? null : (
          <Button
            variant={watchable === 'all' ? 'default' : 'primary'}
            off={busy !== null}
            onClick={() => add(true)}
          >
            {t(busy === 'add' && watchable !== 'all' ? 'saving' : 'watchReadOnly')}
          </Button>
        )}
        <Button
          type="submit"
          variant={test ? 'default' : 'primary'}
          off={busy !== null || missing !== null}
          icon={<RefreshCw size={14} aria-hidden />}
        >
          {t(busy === 'test' ? 'test.running' : test ? 'test.again' : 'test.run')}
        </Button>
        <span className="min-w-0 text-3 text-sm">
          {missing === null ? t('savedIn', { file: nameOfFile(file) }) : t(`missing.${missing}`)}
        </span>
      </div>
    </form>
  );
}

function Refused({ failed: { of, failure }, children }: { failed: Failed; children: string }) {
  const t = useT('addTarget');
  if (of === 'test') return <FailureBox lead={t('test.failed')}>{children}</FailureBox>;
  // Without an answer nobody knows whether it was done.
  return <FailureBox lead={t(failure.status === 0 ? 'unclear' : 'failed')}>{children}</FailureBox>;
}

type ResultProps = { test: TargetTest; watchable: ReturnType<typeof watchableAs>; children: ReactNode };

/** The result of the test, as of a target that is configured. */
function Result({ test, watchable, children }: ResultProps) {
  const t = useT('addTarget');
  const settings = useT('settings');
  const format = useFormat();
  const when = { time: format.clock(test.atMs, true), took: format.latency(test.tookMs) };
  return (
    <section aria-label={t('test.title')} className="flex flex-col rounded-md border border-line">
      <h2 className="flex flex-wrap items-baseline gap-x-2 border-line border-b px-3 py-2 font-semibold">
        {t('test.title')}
        <span className="num ms-auto font-normal text-3 text-sm">{settings('test.when', when)}</span>
      </h2>
      <div className="flex flex-col gap-2 px-3 py-2.5">
        <TestedServers servers={test.servers} readOnly={false} />
        {children}
        {watchable === 'read-only' ? (
          <p className="text-3 text-sm">
            {t('test.readOnly')} {t('test.grantFirst')}
          </p>
        ) : null}
      </div>
    </section>
  );
}
