'use client';

import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { cx } from '@/components/ui/cx';
import { useSize } from '@/components/ui/use-size';
import type { ChartModel } from './chart-model';
import { geometryOf } from './geometry';

/** What draws charts is not in the first load of any page. */
const ChartPicture = dynamic(() => import('./chart-picture').then((module) => module.ChartPicture), {
  ssr: false,
});
const NO_MARKS = [] as const;

type Props = { model: ChartModel; summary: string; className: string };

/** A chart up to now as a picture alone, which asks for no pointer; its summary is for those who do not see it. */
export function PlainChart({ model, summary, className }: Props) {
  const [ref, size] = useSize();
  const geometry = useMemo(() => (size ? geometryOf(model, size) : null), [model, size]);
  return (
    <figure className={cx('relative', className)} ref={ref}>
      <figcaption className="sr-only">{summary}</figcaption>
      <div aria-hidden className="absolute inset-0">
        {geometry ? <ChartPicture model={model} geometry={geometry} marks={NO_MARKS} moving /> : null}
      </div>
    </figure>
  );
}
