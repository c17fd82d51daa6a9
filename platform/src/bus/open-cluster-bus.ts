import type { Logger } from '#platform/log.ts';
import { createOutageLog } from '#platform/outage-log.ts';
import type { Bus, ReportError } from './bus.ts';
import { openNatsBus } from './nats.ts';
import type { NatsSettings } from './nats-settings.ts';

/** The cluster's bus, whose losses and returns are logged; the first connection counts as a return. */
export function openClusterBus(settings: NatsSettings, log: Logger, report: ReportError): Bus {
  const outages = createOutageLog(log, 'bus');
  const bus = openNatsBus(settings, { report, onWaiting: (error) => outages.lost(error) });
  bus.onConnection((connected) => (connected ? outages.regained() : outages.lost()));
  return bus;
}
