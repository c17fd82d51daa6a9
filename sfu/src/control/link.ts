import type { Bus } from '#platform/bus/bus.ts';
import { createParentLinkBus } from '#platform/bus/ipc.ts';
import { createNatsBus } from '#platform/bus/nats.ts';

/** The cluster's bus, or that of the server that has started this process; fails where there is neither. */
export async function openLink(natsUrl: string | null, parent: NodeJS.Process): Promise<Bus> {
  if (natsUrl !== null) return await createNatsBus(natsUrl);
  if (parent.send) return createParentLinkBus(parent);
  throw new Error('A media node needs NATS_URL, or a server that starts it');
}
