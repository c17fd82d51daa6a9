import uPlot from 'uplot';
import type { ChartData } from './chart-data.ts';
import { chartOptions } from './chart-look.ts';

/** Draws a chart that no page shows, at the resolution of the screen. */
export const drawChart = (
  data: ChartData,
  look: Omit<Parameters<typeof chartOptions>[1], 'onHover'>,
): Promise<HTMLCanvasElement> =>
  new Promise((resolve) => {
    const options = {
      ...chartOptions(data, { ...look, onHover: () => {} }),
      hooks: { draw: [({ ctx }: uPlot) => resolve(ctx.canvas)] },
    };
    new uPlot(options, seriesOf(data), document.createElement('div'));
  });

/** Points and values as the library takes them. */
export const seriesOf = (data: ChartData): uPlot.AlignedData => [
  data.ticks.map((_, at) => at),
  ...data.series.map(({ values }) => [...values]),
];
