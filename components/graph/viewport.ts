import type { Size } from '@/components/ui/use-size';

/** Where a picture lies in its frame: the frame's point of its origin, and how many frame pixels one of its own is. */
export type Viewport = { x: number; y: number; scale: number };

export const SCALE = { min: 0.1, max: 2 };
/** Below this, words cannot be read: a picture that would need less begins at its start instead. */
const READABLE = 0.6;
const MARGIN = 12;

export type Area = { x: number; y: number; width: number; height: number };

/** All of the picture in the middle of the frame, never larger than it is. */
export function fittedViewport(picture: Size, frame: Size): Viewport {
  const scale = Math.max(
    SCALE.min,
    Math.min(1, (frame.width - 2 * MARGIN) / picture.width, (frame.height - 2 * MARGIN) / picture.height),
  );
  return {
    scale,
    x: (frame.width - picture.width * scale) / 2,
    y: (frame.height - picture.height * scale) / 2,
  };
}

/** As `fittedViewport` where that can be read; else at a size that can be, with `area`, or the beginning of the picture, in sight. */
export function begin(picture: Size, frame: Size, area: Area | null): Viewport {
  const whole = fittedViewport(picture, frame);
  if (whole.scale >= READABLE) return whole;
  const view = { ...whole, scale: READABLE };
  if (area) return centre(view, area, frame);
  return {
    ...view,
    x: Math.max(MARGIN, (frame.width - picture.width * READABLE) / 2),
    y: Math.max(MARGIN, (frame.height - picture.height * READABLE) / 2),
  };
}

/** Larger or smaller by a factor, with `at`, a point of the frame, where it is. */
export function zoom(view: Viewport, by: number, at: { x: number; y: number }): Viewport {
  const scale = Math.min(SCALE.max, Math.max(SCALE.min, view.scale * by));
  const factor = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor };
}

/** Moved so far that an area of the picture is in the frame; as it is where it already is. */
export function reveal(view: Viewport, area: Area, frame: Size): Viewport {
  const by = (start: number, length: number, room: number) => {
    if (start < MARGIN) return MARGIN - start;
    return Math.min(0, room - MARGIN - (start + length));
  };
  const x = by(view.x + area.x * view.scale, area.width * view.scale, frame.width);
  const y = by(view.y + area.y * view.scale, area.height * view.scale, frame.height);
  return x === 0 && y === 0 ? view : { ...view, x: view.x + x, y: view.y + y };
}

/** An area of the picture in the middle of the frame; of one that is larger the beginning. */
export function centre(view: Viewport, area: Area, frame: Size): Viewport {
  const place = (start: number, length: number, room: number) =>
    (length * view.scale > room - 2 * MARGIN ? MARGIN : (room - length * view.scale) / 2) -
    start * view.scale;
  return {
    ...view,
    x: place(area.x, area.width, frame.width),
    y: place(area.y, area.height, frame.height),
  };
}
