import { useT } from '@/components/i18n/use-t';

/** What the shapes mean. */
export function TimelineLegend({ className }: { className?: string }) {
  const t = useT('timeline');
  return (
    <ul
      aria-label={t('legend.label')}
      className={`flex flex-wrap items-center gap-x-3.5 gap-y-1 text-2 ${className ?? ''}`}
    >
      <Item text={t('legend.held')}>
        <rect width="14" height="8" y="2" rx="2" className="fill-held-mark" />
      </Item>
      <Item text={t('legend.gone')}>
        <rect x="0.5" y="2.5" width="13" height="7" rx="1.5" className="fill-risk-tint stroke-risk-mark" />
        <path d="M3 9.5 8 2.5M7 9.5 12 2.5" className="stroke-risk-mark" />
      </Item>
      <Item text={t('legend.lapsed')}>
        <path d="M7 1.5 11.5 6 7 10.5 2.5 6Z" strokeWidth="1.5" className="fill-surface stroke-lost-mark" />
      </Item>
      <Item text={t('legend.forced')}>
        <path d="M2.5 2.5h9L7 10Z" className="fill-info-mark" />
      </Item>
      <Item text={t('legend.unwatched')}>
        <rect width="14" height="8" y="2" className="fill-sunken" />
        <path d="M1 10 6 2M5 10 10 2M9 10 13.5 2.8" className="stroke-control" strokeWidth="0.75" />
      </Item>
    </ul>
  );
}

function Item({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 text-sm">
      <svg aria-hidden width="14" height="12" fill="none">
        {children}
      </svg>
      {text}
    </li>
  );
}
