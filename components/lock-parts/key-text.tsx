import type { CSSProperties } from 'react';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { DisplayText } from '@/lib/domain/keys/bytes';
import { splitKey } from './split-key';

type Props = ({ display: DisplayText } | { lock: { key: DisplayText } }) & {
  /** Makes the key a link, named by the whole key. */
  href?: string;
  /** Adds a copy button that shows on hover and focus. */
  copy?: boolean;
  className?: string;
};

/** A key: mono, its middle cut where room is short, whole as title and name, never mixed with the text around it. */
export function KeyText({ href, copy, className, ...of }: Props) {
  const t = useT('parts');
  const display = 'lock' in of ? of.lock.key : of.display;
  const { text } = display;
  const [head, tail] = splitKey(text);
  const title = display.exact ? text : t('key.escaped', { key: text, bytes: display.byteLength });
  const parts = (
    <>
      <span style={headWidth(head, tail)} className="min-w-0 truncate whitespace-pre">
        {head}
      </span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </>
  );
  const style = cx('mono flex min-w-0 font-semibold', className);
  return (
    <span className="group/key relative inline-flex min-w-0 max-w-full items-center align-middle">
      {href === undefined ? (
        <bdi dir="ltr" title={title} className={style}>
          {parts}
        </bdi>
      ) : (
        <Link
          href={href}
          dir="ltr"
          title={title}
          aria-label={text === '' ? t('key.empty') : text}
          className={cx(style, 'rounded-sm hover:underline')}
        >
          {text === '' ? <span className="text-3">{t('key.empty')}</span> : parts}
        </Link>
      )}
      {copy ? (
        <span className="absolute start-full -ms-1 opacity-0 focus-within:opacity-100 group-hover/key:opacity-100 group-focus-within/key:opacity-100">
          <CopyButton text={text} label={t('key.copy')} />
        </span>
      ) : null}
    </span>
  );
}

/** Whole characters of the head only: a gap after the ellipsis would read as a space in the key. */
function headWidth(head: string, tail: string): CSSProperties | undefined {
  if (/[^\x20-\x7e]/.test(head + tail)) return undefined;
  return { maxWidth: `calc(round(down, 100% - ${tail.length}ch + 1px, 1ch) + 0.25px)` };
}
