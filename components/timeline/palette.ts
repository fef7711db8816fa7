/** Colours and type of the picture, from the tokens of the page. */
export type Palette = Record<(typeof TOKENS)[number], string> & { font: string; strong: string };

const TOKENS = [
  'surface',
  'sunken',
  'line',
  'line-strong',
  'control',
  'text-1',
  'text-2',
  'text-3',
  'on-inverse',
  'held-mark',
  'contended-text',
  'contended-mark',
  'risk-text',
  'risk-mark',
  'risk-tint',
  'lost-text',
  'lost-mark',
  'info-text',
  'info-mark',
] as const;

let kept: { theme: string; palette: Palette } | null = null;

/** The tokens as the theme has them now. */
export function paletteOf(element: Element): Palette {
  const theme = document.documentElement.className;
  if (kept?.theme === theme) return kept.palette;
  const style = getComputedStyle(element);
  const family = style.fontFamily || 'sans-serif';
  const colours = Object.fromEntries(
    TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  );
  const palette = { ...colours, font: `11px ${family}`, strong: `600 11px ${family}` } as Palette;
  kept = { theme, palette };
  return palette;
}

/** A hatch in one colour, over nothing. */
export function hatch(context: CanvasRenderingContext2D, colour: string, gap = 6): CanvasPattern | string {
  const name = `${colour} ${gap} ${devicePixelRatio}`;
  const known = hatches.get(name);
  if (known) return known;
  const scale = devicePixelRatio || 1;
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(gap * scale);
  const pen = tile.getContext('2d');
  if (!pen) return colour;
  pen.scale(tile.width / gap, tile.width / gap);
  pen.strokeStyle = colour;
  pen.lineWidth = gap / 4.5;
  for (const shift of [-gap, 0, gap]) {
    pen.beginPath();
    pen.moveTo(shift - 1, gap + 1);
    pen.lineTo(shift + gap + 1, -1);
    pen.stroke();
  }
  const pattern = context.createPattern(tile, 'repeat') ?? colour;
  if (typeof pattern !== 'string') pattern.setTransform(new DOMMatrix().scale(1 / scale));
  hatches.set(name, pattern);
  return pattern;
}

const hatches = new Map<string, CanvasPattern | string>();
