import type { Bus, ReportError } from '#platform/bus/bus.ts';
import { createParentLinkBus } from '#platform/bus/ipc.ts';
import type { NatsSettings } from '#platform/bus/nats-settings.ts';
import { openClusterBus } from '#platform/bus/open-cluster-bus.ts';
import type { Logger } from '#platform/log.ts';

/** The bus of the cluster, or of the server that started this process. Throws without either. */
export function openLink(cluster: NatsSettings | null, parent: NodeJS.Process, log: Logger): Bus {
  const report: ReportError = (err, subject) => log.error({ err, subject }, 'bus handler failed');
  if (cluster) return openClusterBus(cluster, log, report);
  if (parent.send) return createParentLinkBus(parent, { report });
  throw new Error('A media node needs NATS_URL, or a server that starts it');
}
