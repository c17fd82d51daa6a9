import uPlot from 'uplot';
import { type ColorName, themeColors } from '#client/ui/theme/colors.ts';
import type { ChartData } from './chart-data.ts';
import { ticksBetween } from './chart-ticks.ts';

/** More points than this stand too close together to have markers. */
const MARKED_POINTS = 62;
/** Points on the axis are named at whole ones alone. */
const STEPS = [1, 2, 5, 7, 10, 14, 30, 60, 90, 180, 365, 730];
const DASH = [6, 4];
const TICK_SPACE = 64;
/** Room for half of the last date, which stands under the last point. */
const END_PADDING = 40;

const shown = (name: ColorName, dark: boolean): string => themeColors[name][dark ? 'dark' : 'light'];

/** Colours are asked for at each drawing, so that another theme needs no other chart. */
export function chartOptions(
  data: ChartData,
  look: {
    readonly isDark: () => boolean;
    readonly font: string;
    readonly number: (value: number) => string;
    readonly width: number;
    readonly height: number;
    readonly onHover: (index: number | null) => void;
  },
): uPlot.Options {
  const { isDark, font, number, width, height, onHover } = look;
  const color = (name: ColorName) => () => shown(name, isDark());
  const points = data.ticks.length;
  const axis = {
    stroke: color('ink.muted'),
    font,
    grid: { stroke: color('line'), width: 1 },
    ticks: { stroke: color('line'), width: 1, size: 5 },
  };
  const bars = uPlot.paths.bars?.({ size: [0.6, 56] });
  return {
    width,
    height,
    padding: [null, END_PADDING, null, null],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => (data.bars ? [-0.5, points - 0.5] : [-0.2, Math.max(1, points - 0.8)]) },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: STEPS,
        space: TICK_SPACE,
        splits: (_chart, _axis, min, max, step) => ticksBetween(data, min, max, step),
        values: (_chart, splits) => splits.map((at) => (Number.isInteger(at) ? (data.ticks[at] ?? '') : '')),
      },
      { ...axis, size: 56, values: (_chart, splits) => splits.map(number) },
    ],
    series: [
      {},
      ...data.series.map(({ label, role }): uPlot.Series => {
        const isCurrent = role === 'current';
        const line: uPlot.Series = {
          label,
          stroke: color(isCurrent ? 'primary' : 'warning.solid'),
          width: 2,
          points: {
            show: points <= MARKED_POINTS && !(data.bars && isCurrent),
            size: isCurrent ? 6 : 7,
            // Hollow: told apart by more than the colour.
            fill: color(isCurrent ? 'primary' : 'contents'),
          },
        };
        if (!isCurrent) return { ...line, dash: DASH };
        return data.bars && bars ? { ...line, fill: color('primary'), paths: bars } : line;
      }),
    ],
    hooks: {
      setCursor: [(chart) => onHover(chart.cursor.idx ?? null)],
    },
  };
}
