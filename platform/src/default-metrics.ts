/**
 * How often the default metrics of a process look at its event loop, in ms, for `collectDefaultMetrics`. Its own 10 ms
 * wake an idle process a hundred times a second.
 */
export const DEFAULT_METRICS_INTERVALS = {
  eventLoopMonitoringPrecision: 100,
  eventLoopUtilizationTimeout: 1_000,
};
