import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import {
  chartImage,
  IMAGE_BODY_WIDTH,
  type ImageBody,
  type ImageLook,
  imageLook,
} from '#client/features/manage/chart/chart-image.ts';
import { drawChart } from '#client/features/manage/chart/draw-chart.ts';
import { chartDataOf } from './chart-data-of.ts';
import { columnText, figureOf, figureText, previousOf } from './figures.ts';
import { HOURS, mostOf, STRONGEST, tintOf } from './heat-tint.ts';
import { keyText, weekdays } from './key-text.ts';
import { isByCategory, measureText } from './kinds.ts';
import type { StatisticsAddress } from './statistics-address.ts';

const CHART_HEIGHT = 420;
const CELL_HEIGHT = 40;
const ROW_HEIGHT = 30;
const NAME_WIDTH = 320;
const FIGURE_WIDTH = 96;
const TEXT = 13;
const SMALL = 11;

export interface StatisticsImage {
  readonly i18n: I18n;
  readonly address: StatisticsAddress;
  readonly lines: readonly SummaryLine[];
  readonly title: string;
  /** Below the title. */
  readonly heading: readonly string[];
  readonly dark: boolean;
}

/** The figures that are shown as a picture: a chart, the cells of a week, or a bar for each category. */
export async function statisticsImage(image: StatisticsImage): Promise<Blob> {
  const { i18n, address, lines, title, heading, dark } = image;
  const look = imageLook(dark);
  const isCells = address.kind === 'byweekhour';
  const data = chartDataOf(i18n, address, lines);
  const head = { title, lines: heading, series: isCells ? [] : data.series };
  if (isCells) return await chartImage(head, cellsOf(image, look), look);
  if (isByCategory(address.kind)) return await chartImage(head, barsOf(image, look), look);
  const canvas = await drawChart(data, {
    isDark: () => dark,
    font: look.font(12),
    number: (value) => (Number.isInteger(value) ? figureText(i18n.locale, value) : ''),
    width: IMAGE_BODY_WIDTH,
    height: CHART_HEIGHT,
  });
  const draw: ImageBody['draw'] = (context) =>
    context.drawImage(canvas, 0, 0, IMAGE_BODY_WIDTH, CHART_HEIGHT);
  return await chartImage(head, { height: CHART_HEIGHT, draw }, look);
}

function cellsOf(
  { i18n, address: { kind, measure, compare }, lines }: StatisticsImage,
  { color, font }: ImageLook,
): ImageBody {
  const byKey = new Map(lines.map((line) => [line.key, line]));
  const most = mostOf(lines, measure);
  const text = (value: number) => figureText(i18n.locale, Math.round(value));
  const days = weekdays(i18n.locale);
  const width = IMAGE_BODY_WIDTH / (HOURS.length + 1);
  const legendTop = (days.length + 1) * CELL_HEIGHT + 12;
  const draw: ImageBody['draw'] = (context) => {
    context.textBaseline = 'middle';
    const tinted = (tint: number, paint: () => void) => {
      context.globalAlpha = tint / 100;
      context.fillStyle = color('primary');
      paint();
      context.globalAlpha = 1;
    };
    const write = (said: string, x: number, y: number, size = TEXT) => {
      context.font = font(size);
      context.fillText(said, x, y);
    };
    context.fillStyle = color('ink.muted');
    context.textAlign = 'center';
    for (const hour of HOURS) write(String(hour), (hour + 1.5) * width, CELL_HEIGHT / 2);
    for (const [day, name] of days.entries()) {
      const top = (day + 1) * CELL_HEIGHT;
      context.fillStyle = color('ink.muted');
      context.textAlign = 'start';
      write(name, 0, top + CELL_HEIGHT / 2);
      context.textAlign = 'center';
      for (const hour of HOURS) {
        const line = byKey.get(`${day}-${hour}`);
        const value = line ? figureOf(line, measure) : 0;
        const previous = line && compare ? previousOf(line, measure) : null;
        const left = (hour + 1) * width;
        tinted(tintOf(value, most), () => context.fillRect(left + 1, top + 1, width - 2, CELL_HEIGHT - 2));
        context.fillStyle = color(value === 0 ? 'ink.subtle' : 'ink');
        write(text(value), left + width / 2, top + (previous === null ? CELL_HEIGHT / 2 : 14));
        if (previous !== null) write(text(previous), left + width / 2, top + 29, SMALL);
      }
    }
    context.textAlign = 'start';
    context.fillStyle = color('ink.muted');
    const [name, total] = [i18n._(measureText(kind, measure)), '0'];
    const from = i18n._(msg`${name}: ${total}`);
    const middle = legendTop + 8;
    write(from, 0, middle);
    const left = context.measureText(from).width + 8;
    const scale = context.createLinearGradient(left, 0, left + 96, 0);
    scale.addColorStop(0, color('contents'));
    scale.addColorStop(1, color('primary'));
    tinted(STRONGEST, () => {
      context.fillStyle = scale;
      context.fillRect(left, legendTop, 96, 16);
    });
    context.strokeStyle = color('line.control');
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, legendTop + 0.5, 95, 15);
    context.fillStyle = color('ink.muted');
    const small = compare ? `    ${i18n._(msg`Small figures: previous period`)}` : '';
    write(`${text(most)}${small}`, left + 104, middle);
  };
  return { height: legendTop + 16, draw };
}

function barsOf(
  { i18n, address: { kind, measure, compare }, lines }: StatisticsImage,
  { color, font }: ImageLook,
): ImageBody {
  const values = lines.map(
    (line) => [figureOf(line, measure), compare ? previousOf(line, measure) : null] as const,
  );
  const most = Math.max(1, ...values.flat().map((value) => value ?? 0));
  const room = IMAGE_BODY_WIDTH - NAME_WIDTH - 2 * FIGURE_WIDTH;
  const draw: ImageBody['draw'] = (context) => {
    context.textBaseline = 'middle';
    context.font = font(TEXT);
    for (const [at, line] of lines.entries()) {
      const [value = 0, previous = null] = values[at] ?? [];
      const middle = (at + 0.5) * ROW_HEIGHT;
      context.textAlign = 'start';
      context.fillStyle = color('ink');
      context.fillText(keyText(i18n, kind, line).full, 0, middle, NAME_WIDTH - 16);
      context.textAlign = 'end';
      context.fillText(columnText(i18n.locale, value, measure), NAME_WIDTH + FIGURE_WIDTH - 16, middle);
      context.fillStyle = color('primary');
      const left = NAME_WIDTH + FIGURE_WIDTH;
      context.fillRect(left, middle - 7, (room * value) / most, previous === null ? 14 : 8);
      if (previous === null) continue;
      context.fillStyle = color('ink.muted');
      context.fillText(columnText(i18n.locale, previous, measure), IMAGE_BODY_WIDTH, middle);
      context.fillStyle = color('warning.solid');
      context.fillRect(left, middle + 3, (room * previous) / most, 4);
    }
  };
  return { height: Math.max(1, lines.length) * ROW_HEIGHT, draw };
}
