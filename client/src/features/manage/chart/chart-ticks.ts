import type { ChartData } from './chart-data.ts';

/**
 * The points that an axis names, a step apart: counted from the last one where that is now, else from the first.
 *
 * @param min of the axis, which begins and ends between points
 */
export function ticksBetween(
  { ticks, endsNow }: Pick<ChartData, 'ticks' | 'endsNow'>,
  min: number,
  max: number,
  step: number,
): number[] {
  const first = endsNow ? (ticks.length - 1) % step : 0;
  const named: number[] = [];
  for (let at = first; at <= max; at += step) if (at >= min && at < ticks.length) named.push(at);
  return named;
}
