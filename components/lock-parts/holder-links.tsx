'use client';

import { ExternalLink } from 'lucide-react';
import { useContext } from 'react';
import { LinksContext } from '@/components/app/links-context';
import { useT } from '@/components/i18n/use-t';
import type { Holder } from '@/lib/contract/holder';
import { appName } from '@/lib/domain/holders/lock-holder';
import { filledLink, linkTimes } from '@/lib/domain/values/link-template';
import { Fact } from './fact';

/** An address that stays the same while somebody looks at it. */
const MINUTE_MS = 60_000;

type Props = {
  holder: Pick<Holder, 'process' | 'since'>;
  /** The lock that it holds; null = this is about all that it has. */
  lock: { key: string | null; family: string | null; target: string } | null;
  nowMs: number;
};

/** Where the team's own tools have more of this holder: its logs, its traces. Only those all of whose fields are known. */
export function HolderLinks({ holder: { process, since }, lock, nowMs }: Props) {
  const t = useT('lock');
  const newTab = useT('access')('newTab');
  const templates = useContext(LinksContext);
  if (templates.length === 0) return null;
  const values = {
    host: process?.host ?? null,
    app: process ? (process.app ?? appName(process)) : null,
    pid: process && process.pid !== null ? String(process.pid) : null,
    instance: process?.instance ?? null,
    key: lock?.key ?? null,
    family: lock?.family ?? null,
    target: lock?.target ?? null,
    ...linkTimes(since?.atMs ?? null, Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS),
  };
  const links = templates.flatMap(({ name, url }) => {
    const href = filledLink(url, values);
    return href === null ? [] : [{ name, href }];
  });
  if (links.length === 0) return null;
  return (
    <Fact name={t('holder.links')}>
      <span className="flex flex-wrap gap-x-3">
        {links.map(({ name, href }) => (
          <a
            key={name}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 text-info hover:underline"
          >
            {name}
            <ExternalLink size={12} aria-hidden />
            <span className="sr-only">{newTab}</span>
          </a>
        ))}
      </span>
    </Fact>
  );
}
