'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { History, MessageSquarePlus, ZoomIn } from 'lucide-react';
import { useDenied } from '@/components/app/access';
import { DeniedText } from '@/components/app/denied-text';
import { withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { floatRoot } from '@/components/ui/float-root';
import { MenuItem, MenuLink } from '@/components/ui/menu';
import type { TimeRange } from '@/lib/api/history-queries';
import { useCrosshair, useCrosshairStore } from '../charts/crosshair';

type Props = {
  target: string | null;
  range: TimeRange;
  onZoom(range: TimeRange): void;
  onNote(atMs: number): void;
};

/** What can be done with a moment that was clicked: see the locks as they were, look closer, note something. */
export function PointMenu({ target, range, onZoom, onNote }: Props) {
  const t = useT('history');
  const denied = useDenied('annotate', target);
  const format = useFormat();
  const store = useCrosshairStore();
  const { chosen } = useCrosshair();
  if (!chosen) return null;
  const { atMs, anchor, from } = chosen;
  const at = { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 0, 0) };
  const near = Math.max(30_000, (range.toMs - range.fromMs) / 10);
  const path = withTarget('/locks', target);
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : store.set({ chosen: null }))}>
      <Base.Portal container={floatRoot()}>
        <Base.Positioner anchor={at} side="bottom" align="start" sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            finalFocus={() => from ?? true}
            aria-label={t('point.label', { time: format.moment(atMs) })}
            className="fade-float min-w-56 rounded-md border border-line bg-raised p-1 shadow-float outline-none"
          >
            <p className="num px-2 pt-1 pb-1.5 text-3 text-sm">{format.moment(atMs)}</p>
            <MenuLink
              href={`${path}${path.includes('?') ? '&' : '?'}at=${atMs}`}
              icon={<History size={16} aria-hidden />}
            >
              {t('point.moment')}
            </MenuLink>
            <MenuItem
              icon={<ZoomIn size={16} aria-hidden />}
              onClick={() =>
                onZoom({ fromMs: Math.round(atMs - near / 2), toMs: Math.round(atMs + near / 2) })
              }
            >
              {t('point.zoom')}
            </MenuItem>
            <MenuItem
              icon={<MessageSquarePlus size={16} aria-hidden />}
              disabled={denied}
              onClick={() => onNote(atMs)}
            >
              {t('point.note')}
            </MenuItem>
            {denied ? (
              <p className="max-w-72 px-2 pb-1 text-3 text-sm">
                <DeniedText right="annotate" />
              </p>
            ) : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
