import type { Bus, ReportError } from '#platform/bus/bus.ts';
import { createParentLinkBus } from '#platform/bus/ipc.ts';
import { createNatsBus } from '#platform/bus/nats.ts';
import type { Logger } from '#platform/log.ts';

/** The cluster's bus, or that of the server that has started this process; fails where there is neither. */
export async function openLink(natsUrl: string | null, parent: NodeJS.Process, log: Logger): Promise<Bus> {
  const report: ReportError = (err, subject) => log.error({ err, subject }, 'bus handler failed');
  if (natsUrl !== null) return await createNatsBus(natsUrl, { report });
  if (parent.send) return createParentLinkBus(parent, { report });
  throw new Error('A media node needs NATS_URL, or a server that starts it');
}
