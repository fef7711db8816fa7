'use client';

import { useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useSending } from '@/components/actions/use-sending';
import { useAnnounce } from '@/components/app/announcer';
import { momentAt, secondsOf } from '@/components/i18n/second-clock';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FailureBox } from '@/components/ui/failure-box';
import { Segmented } from '@/components/ui/segmented';
import { TextArea } from '@/components/ui/text-area';
import { TextInput } from '@/components/ui/text-input';
import { addAnnotation, historyQueries } from '@/lib/api/history-queries';

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
  const textOf = useFailureText();
  const { isSending, failure, send } = useSending();
  const first = useRef<HTMLInputElement>(null);
  const momentMs = momentAt(when, timeZone);
  const missing = isSending ? 'sending' : title.trim() === '' ? 'title' : momentMs === null ? 'time' : null;

  async function add() {
    if (missing !== null || momentMs === null) return;
    await send(async () => {
      await addAnnotation({ kind, title: title.trim(), text: text.trim(), atMs: momentMs, target });
      await cache.invalidateQueries({ queryKey: historyQueries.all });
      announce(t('note.done', { time: format.moment(momentMs) }));
      onClosed();
    });
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
          <Button variant="primary" off={missing !== null} onClick={add}>
            {t(isSending ? 'note.sending' : 'note.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <FailureBox lead={t('note.failed')}>{textOf(failure)}</FailureBox> : null}
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
