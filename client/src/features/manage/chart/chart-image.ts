import { type ColorName, themeColors } from '#client/ui/theme/colors.ts';
import type { ChartSeries } from './chart-data.ts';

const MARGIN = 24;
const TITLE_SIZE = 18;
const TEXT_SIZE = 13;
const HEAD = 84;
const SWATCH = 24;

/** A chart as a picture of its own: on the ground of the theme, with its title, its period and its legend. */
export async function chartImage(
  chart: HTMLCanvasElement,
  said: {
    readonly title: string;
    readonly period: string;
    readonly series: readonly ChartSeries[];
    readonly dark: boolean;
  },
): Promise<Blob> {
  const color = (name: ColorName): string => themeColors[name][said.dark ? 'dark' : 'light'];
  // The chart has the pixels of the screen; everything else is measured in those of CSS.
  const scale = chart.width / Number.parseFloat(chart.style.width || `${chart.width}`);
  const [width, height] = [chart.width / scale + 2 * MARGIN, chart.height / scale + HEAD + 2 * MARGIN];
  const picture = document.createElement('canvas');
  picture.width = Math.round(width * scale);
  picture.height = Math.round(height * scale);
  const context = picture.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  const family = getComputedStyle(document.body).fontFamily;
  context.scale(scale, scale);
  context.fillStyle = color('contents');
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'top';
  context.fillStyle = color('ink');
  context.font = `600 ${TITLE_SIZE}px ${family}`;
  context.fillText(said.title, MARGIN, MARGIN);
  context.font = `${TEXT_SIZE}px ${family}`;
  context.fillStyle = color('ink.muted');
  context.fillText(said.period, MARGIN, MARGIN + TITLE_SIZE + 8);
  let left = MARGIN;
  const legend = MARGIN + TITLE_SIZE + TEXT_SIZE + 20;
  for (const { label, role } of said.series) {
    context.strokeStyle = color(role === 'current' ? 'primary' : 'warning.solid');
    context.lineWidth = 2;
    context.setLineDash(role === 'current' ? [] : [6, 4]);
    context.beginPath();
    context.moveTo(left, legend + TEXT_SIZE / 2);
    context.lineTo(left + SWATCH, legend + TEXT_SIZE / 2);
    context.stroke();
    context.fillText(label, left + SWATCH + 8, legend);
    left += SWATCH + 8 + context.measureText(label).width + 24;
  }
  context.drawImage(chart, MARGIN, MARGIN + HEAD, chart.width / scale, chart.height / scale);
  return await new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not made'))),
      'image/png',
    );
  });
}
