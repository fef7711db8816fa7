import type { ChartSeries } from './chart-model';

const SCALE = 2;
const PAD = 16;
const HEAD = 48;
const LEGEND_ROW = 18;
/** Longest that a browser may take to draw the picture. */
const DRAW_LIMIT_MS = 5_000;

/** What a picture needs of styles that stand in the page's sheet and not in the SVG. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'paint-order',
  'text-anchor',
] as const;

type Picture = { svg: SVGSVGElement; title: string; range: string; series: readonly ChartSeries[] };

/** A PNG of a chart as the page's theme shows it, with title, range and legend. Rejects when the browser cannot draw it. */
export async function chartPng({ svg, title, range, series }: Picture): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const style = getComputedStyle(svg);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const canvas = document.createElement('canvas');
  const full = { width: width + 2 * PAD, height: HEAD + height + series.length * LEGEND_ROW + 2 * PAD };
  canvas.width = Math.round(full.width * SCALE);
  canvas.height = Math.round(full.height * SCALE);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.scale(SCALE, SCALE);
  pen.fillStyle = token('--surface');
  pen.fillRect(0, 0, full.width, full.height);
  pen.fillStyle = token('--text-1');
  pen.font = `600 14px ${style.fontFamily}`;
  pen.fillText(title, PAD, PAD + 12);
  pen.fillStyle = token('--text-3');
  pen.font = `12px ${style.fontFamily}`;
  pen.fillText(range, PAD, PAD + 32);
  pen.drawImage(await imageOf(svg, width, height), PAD, HEAD, width, height);
  series.forEach(({ label, colour, dash }, i) => {
    const y = HEAD + height + PAD + i * LEGEND_ROW;
    pen.strokeStyle = token(colour);
    pen.lineWidth = 3;
    pen.setLineDash(dash?.split(' ').map(Number) ?? []);
    pen.beginPath();
    pen.moveTo(PAD, y);
    pen.lineTo(PAD + 24, y);
    pen.stroke();
    pen.fillText(label, PAD + 32, y + 4, full.width - 2 * PAD - 32);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
  });
}

async function imageOf(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const target = to[i];
    if (target instanceof SVGElement) copyStyle(element, target);
  });
  copyStyle(svg, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await Promise.race([image.decode(), tooLate()]);
  return image;
}

function copyStyle(from: Element, to: SVGElement): void {
  const style = getComputedStyle(from);
  for (const name of STYLED) to.style.setProperty(name, style.getPropertyValue(name));
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the picture was not drawn in time')), DRAW_LIMIT_MS);
  });
}
