/** One line or row of bars. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly number[];
  /** The period before is drawn dashed, behind. */
  readonly role: 'current' | 'previous';
}

export interface ChartData {
  /** Of each point, as the axis has room for it. */
  readonly ticks: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Parts of a whole in no order, or with gaps between them, as bars. */
  readonly bars: boolean;
  /** The last point is now, and always named on the axis. */
  readonly endsNow: boolean;
}
