'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, MessageSquarePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useAnnounce } from '@/components/app/announcer';
import { momentAt, secondsOf } from '@/components/i18n/second-clock';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Segmented } from '@/components/ui/segmented';
import { TextArea } from '@/components/ui/text-area';
import { TextInput } from '@/components/ui/text-input';
import { addAnnotation, historyQueries } from '@/lib/api/history-queries';
import { ApiFailure } from '@/lib/api/http';

const TITLE_LIMIT = 120;
const TEXT_LIMIT = 1_000;
const KINDS = ['note', 'deploy'] as const;
type Kind = (typeof KINDS)[number];

/** `atMs` = the moment that was pointed at; `target` null = the note is of all of them. */
type Props = { atMs: number; target: string | null; onClosed(): void };

/** Puts a note or a deployment on the charts of everybody. */
export function NoteDialog({ atMs, target, onClosed }: Props) {
  const t = useT('history');
  const common = useT('common');
  const format = useFormat();
  const announce = useAnnounce();
  const cache = useQueryClient();
  const { timeZone } = useZone();
  const [kind, setKind] = useState<Kind>('note');
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [when, setWhen] = useState(() => secondsOf(Math.floor(atMs), timeZone));
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const momentMs = momentAt(when, timeZone);
  const missing = isSending ? 'sending' : title.trim() === '' ? 'title' : momentMs === null ? 'time' : null;

  async function send() {
    if (missing !== null || momentMs === null) return;
    setSending(true);
    setFailure(null);
    try {
      await addAnnotation({ kind, title: title.trim(), text: text.trim(), atMs: momentMs, target });
      await cache.invalidateQueries({ queryKey: historyQueries.all });
      announce(t('note.done', { time: format.moment(momentMs) }));
      onClosed();
    } catch (error) {
      setSending(false);
      setFailure(ApiFailure.of(error));
    }
  }

  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => (open ? undefined : onClosed())}
      title={t('note.title')}
      mark={<MessageSquarePlus size={18} aria-hidden className="text-3" />}
      description={target === null ? t('note.about') : t('note.aboutTarget', { target })}
      initialFocus={first}
      keepOnOutsidePress
      footerHint={t(`note.missing.${missing ?? 'nothing'}`)}
      footer={
        <>
          <Button onClick={onClosed}>{common('cancel')}</Button>
          <Button variant="primary" off={missing !== null} onClick={() => void send()}>
            {t(isSending ? 'note.sending' : 'note.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Failed failure={failure} /> : null}
        <Segmented<Kind>
          label={t('note.kind')}
          value={kind}
          onChange={(next) => setKind(next)}
          options={KINDS.map((value) => ({ value, label: t(`mark.${value}`) }))}
        />
        <TextInput
          ref={first}
          label={t('note.name')}
          value={title}
          required
          maxLength={TITLE_LIMIT}
          onChange={({ target: field }) => setTitle(field.value)}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t('note.when', { zone: format.offset(atMs) })}
          value={when}
          required
          className="num max-w-64"
          onChange={({ target: field }) => setWhen(field.value)}
        />
        <TextArea
          label={t('note.text')}
          value={text}
          maxLength={TEXT_LIMIT}
          onChange={({ target: field }) => setText(field.value)}
        />
      </div>
    </Dialog>
  );
}

function Failed({ failure }: { failure: ApiFailure }) {
  const t = useT('history');
  const textOf = useFailureText();
  return (
    <div role="alert" className="flex gap-2 rounded-md border border-lost-line bg-lost-tint px-3 py-2">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-lost" />
      <p className="wrap-anywhere min-w-0">
        <span className="font-semibold">{t('note.failed')}</span> {textOf(failure)}
      </p>
    </div>
  );
}
