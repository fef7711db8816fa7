import type { Ref } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { splitKey } from '@/components/lock-parts/split-key';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { shortToken } from '@/lib/domain/holders/short-token';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { Lane } from './lanes';
import { HEAD, LANE_HEIGHT, type Layout } from './layout';

type Props = { ref: Ref<HTMLDivElement>; lanes: readonly Lane[]; layout: Layout; onScroll(): void };

/** The names at the left of the lanes, which scroll where there are many; each leads to its page. */
export function LaneNames({ ref, lanes, layout, onScroll }: Props) {
  return (
    <div
      ref={ref}
      onScroll={onScroll}
      style={{ top: HEAD, height: layout.lanesHeight }}
      className="scroll-thin absolute inset-x-0 overflow-y-auto overflow-x-hidden"
    >
      <ul style={{ height: layout.contentHeight }} className="relative">
        {lanes.map((lane, i) => (
          <li
            key={lane.id}
            style={{ top: i * LANE_HEIGHT, height: LANE_HEIGHT, width: layout.left - 12 }}
            className="absolute start-0 flex items-center justify-end ps-2 text-sm"
          >
            <LaneName lane={lane} room={layout.left - 20} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** px; in less, a process' name shows its beginning: its host and number would leave no room for it. */
const ROOM_FOR_BOTH = 110;
/** px of room for each character of a name's end: the beginning keeps about a third of it. */
const ROOM_A_CHARACTER = 12;

/** A name, its middle cut where room is short. `room` in px. */
function LaneName({ lane, room }: { lane: Lane; room: number }) {
  const t = useT('timeline');
  const [target] = useTarget();
  const { atMs } = useMoment();
  const { name, lock, holderRef, isHeldNow } = lane;
  const style = cx('flex min-w-0 max-w-full', isHeldNow ? 'font-semibold text-1' : 'text-2');
  if (name === null) return <span className="truncate text-3">{t('nobody')}</span>;
  const isCode = lock !== null || !/\s/.test(name);
  const shown = lock === null && name.length > 28 && isCode ? shortToken(name) : name;
  const [head, tail] =
    isCode || room >= ROOM_FOR_BOTH ? splitKey(shown, Math.floor(room / ROOM_A_CHARACTER)) : [shown, ''];
  const text = (
    <>
      <span className="min-w-0 truncate whitespace-pre">{head}</span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </>
  );
  const path = lock ? lockPath(lock) : holderRef ? `/holders/${encodeURIComponent(holderRef)}` : null;
  return path === null ? (
    <bdi dir="ltr" title={name} className={style}>
      {text}
    </bdi>
  ) : (
    <Link
      href={withMoment(path, target, lock ? atMs : null)}
      draggable={false}
      title={name}
      aria-label={name}
      className={cx(style, 'h-6 items-center rounded-sm hover:underline')}
    >
      {text}
    </Link>
  );
}
